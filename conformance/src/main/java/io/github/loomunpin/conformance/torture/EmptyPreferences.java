// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.prefs.AbstractPreferences;

/** A root of preferences that has none and keeps none. */
public abstract class EmptyPreferences extends AbstractPreferences {
  protected EmptyPreferences() {
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
    throw new UnsupportedOperationException();
  }

  @Override
  protected void syncSpi() {}

  @Override
  protected void flushSpi() {}
}
