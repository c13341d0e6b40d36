// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.Map;
import java.util.ServiceLoader;
import org.osgi.framework.Bundle;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** Installs two bundles in whatever framework is on the class path. Arguments: storage, bundles. */
public final class OsgiApp {
  public static void main(String[] args) throws Exception {
    Framework framework =
        ServiceLoader.load(FrameworkFactory.class)
            .iterator()
            .next()
            .newFramework(
                Map.of(
                    "org.osgi.framework.storage",
                    args[0],
                    "org.osgi.framework.storage.clean",
                    "onFirstInit"));
    framework.start();
    framework.getBundleContext().installBundle("file:" + args[1]);
    Bundle user = framework.getBundleContext().installBundle("file:" + args[2]);
    user.start();
    Object outcome = user.loadClass("scenario.user.User").getMethod("run").invoke(null);
    System.out.println("OUT: " + outcome);
    framework.stop();
    framework.waitForStop(30_000);
    System.exit(0);
  }
}
