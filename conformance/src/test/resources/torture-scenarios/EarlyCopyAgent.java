// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** An agent that loads a class of the application early, or a copy of it for itself. */
public final class EarlyCopyAgent {
  static Class<?> early;

  public static void premain(String classes) throws Exception {
    URL[] path = {Path.of(classes).toUri().toURL()};
    ClassLoader loader =
        classes.isEmpty()
            ? ClassLoader.getSystemClassLoader()
            : new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
    early = Class.forName("scenario.AgentsApp$Client", true, loader);
  }
}
