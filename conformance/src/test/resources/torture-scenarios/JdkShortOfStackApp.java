// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import io.github.loomunpin.conformance.torture.EmptyPreferences;


/** Loads a class of the JDK that locks what its subclasses lock, at the very end of the stack. */
public final class JdkShortOfStackApp {
  private JdkShortOfStackApp() {}

  public static void main(String[] args) throws Exception {
    boolean[] loaded = new boolean[1];
    Thread thread = new Thread(null, () -> loaded[0] = load(), "deep", 400 << 10);
    thread.start();
    thread.join();
    boolean held = false;
    for (int i = 0; !held && i < 1_200; i++) {
      Thread.sleep(100);
      Values values = new Values();
      values.put("key", "value");
      held = values.held;
    }
    System.out.println("OUT: loaded " + loaded[0] + ", held " + held);
  }

  /** As deep down as it can be loaded. */
  private static boolean load() {
    try {
      if (load()) {
        return true;
      }
    } catch (StackOverflowError e) {
      // Then here.
    }
    try {
      Class.forName("java.util.prefs.AbstractPreferences", false, null);
      return true;
    } catch (StackOverflowError e) {
      return false;
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Values extends EmptyPreferences {
    private boolean held;

    @Override
    protected void putSpi(String key, String value) {
      held = Thread.holdsLock(lock);
    }
  }
}
