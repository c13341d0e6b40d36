// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.function.BiConsumer;

/** To be defined as a hidden nest mate of {@link LockHost}, whose fields are private then. */
public final class LockMate implements BiConsumer<Object, Object> {
  @Override
  public void accept(Object host, Object lock) {
    ((LockHost) host).lock = lock;
    LockHost.shared = lock;
  }
}
