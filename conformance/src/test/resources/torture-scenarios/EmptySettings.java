// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.prefs.AbstractPreferences;

/** A root of preferences that has none and keeps none. */
abstract class EmptySettings extends AbstractPreferences {
  EmptySettings() {
    super(null, "");
  }

  @Override
  protected void putSpi(String key, String value) {}

  @Override
  protected String getSpi(String key) {
    return null;
  }

  @Override
  protected void removeSpi(String key) {}

  @Override
  protected void removeNodeSpi() {}

  @Override
  protected String[] keysSpi() {
    return new String[0];
  }

  @Override
  protected String[] childrenNamesSpi() {
    return new String[0];
  }

  @Override
  protected AbstractPreferences childSpi(String name) {
    return null;
  }

  @Override
  protected void syncSpi() {}

  @Override
  protected void flushSpi() {}
}
