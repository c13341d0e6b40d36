// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Runs code of a class loader of its own under a security manager, on threads of both kinds. */
@SuppressWarnings("removal")
public final class UnprivilegedApp {
  private UnprivilegedApp() {}

  public static void main(String[] args) throws Exception {
    URL classes = Path.of(args[0]).toUri().toURL();
    URLClassLoader loader = new URLClassLoader(new URL[] {classes}, null);
    Runnable use =
        (Runnable) loader.loadClass("scenario.UnprivilegedUse").getConstructor().newInstance();
    if (System.getSecurityManager() == null) {
      System.setSecurityManager(new SecurityManager());
    }
    use.run();
    Thread platform = new Thread(use);
    platform.start();
    platform.join();
    Thread.startVirtualThread(use).join();
    System.out.println("OUT: " + (System.getSecurityManager() != null ? "secured" : "free"));
  }
}
