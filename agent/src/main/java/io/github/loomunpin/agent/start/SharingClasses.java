// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.JdkSharedLocks;
import io.github.loomunpin.rules.option.AgentOptions;
import java.util.Set;

/** The classes of the JDK that are rewritten, as far as they are loaded for that. */
final class SharingClasses {

  private SharingClasses() {}

  /**
   * Loads these classes, where a transformer could come to need them. While a thread is in a
   * transformer the JVM does not offer it what the thread loads, or cannot load it at all, since it
   * is just being loaded. Any transformer may need those of java.base. A dump writes files, and a
   * security manager reads its policy, which may need others; to load all in any case would make
   * the start of the agent much longer. None of them needs the console.
   *
   * @param all whether a transformer may need more of the JDK than java.base
   */
  static void load(boolean all) {
    Set<String> base = Object.class.getModule().getPackages();
    for (String name : JdkSharedLocks.classes()) {
      String binaryName = name.replace('/', '.');
      boolean ofBase = base.contains(binaryName.substring(0, binaryName.lastIndexOf('.')));
      if (!JdkMonitors.convertible().contains(name)
          && (all || ofBase && !binaryName.contains("Console"))) {
        load(binaryName, null);
      }
    }
  }

  /** Loads the classes that can be converted as a whole, if they are. */
  static void loadConvertible(AgentOptions options) {
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    for (String name : JdkMonitors.convertedAtStart()) {
      if (options.convertsOfJdk(name)) {
        load(name.replace('/', '.'), platform);
      }
    }
  }

  private static void load(String binaryName, ClassLoader loader) {
    try {
      Class.forName(binaryName, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      // Another JDK has other classes, and an application other modules. What is not there locks
      // nothing.
    }
  }
}
