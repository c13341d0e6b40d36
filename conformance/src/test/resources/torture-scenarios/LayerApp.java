// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Set;

/** Runs a module in a layer of its own. Argument: the directory of the module. */
public final class LayerApp {
  public static void main(String[] args) throws Exception {
    ModuleLayer boot = ModuleLayer.boot();
    Configuration configuration =
        boot.configuration()
            .resolve(ModuleFinder.of(Path.of(args[0])), ModuleFinder.of(), Set.of("scenario.app"));
    for (ModuleLayer layer :
        new ModuleLayer[] {
          boot.defineModulesWithOneLoader(configuration, ClassLoader.getSystemClassLoader()),
          boot.defineModulesWithManyLoaders(configuration, ClassLoader.getPlatformClassLoader())
        }) {
      Class<?> user = layer.findLoader("scenario.app").loadClass("scenario.user.User");
      System.out.println("OUT: " + user.getModule() + ", " + user.getMethod("run").invoke(null));
    }
  }
}
