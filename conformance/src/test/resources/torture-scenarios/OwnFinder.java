// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.ResourceBundle;

/** Loggers of a program's own, which must not be made before the program is ready. */
public final class OwnFinder extends System.LoggerFinder {
  /** Whether anybody but the program has logged. */
  static volatile boolean asked;

  public OwnFinder() {
    System.out.println("OUT: made when ready: " + LogApp.ready);
  }

  @Override
  public System.Logger getLogger(String name, Module module) {
    return new System.Logger() {
      @Override
      public String getName() {
        return name;
      }

      @Override
      public boolean isLoggable(Level level) {
        return true;
      }

      @Override
      public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
        System.out.println((name.equals("app") ? "OUT: " : "LOG: ") + level + " " + message);
        asked |= !name.equals("app");
      }

      @Override
      public void log(Level level, ResourceBundle bundle, String format, Object... values) {
        log(level, bundle, format, (Throwable) null);
      }
    };
  }
}
