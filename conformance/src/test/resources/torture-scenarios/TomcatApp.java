// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;

/** Reloads a web application that uses monitors. Arguments: base directory, web application. */
public final class TomcatApp {
  public static void main(String[] args) {
    int exit = 1;
    try {
      run(args);
      exit = 0;
    } catch (Exception e) {
      e.printStackTrace();
    } finally {
      // Tomcat's threads would keep the JVM alive.
      System.exit(exit);
    }
  }

  private static void run(String[] args) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(args[0]);
    tomcat.setPort(0);
    tomcat.setHostname("localhost");
    StandardContext context = (StandardContext) tomcat.addContext("", args[1]);
    context.addLifecycleListener(
        event -> {
          if (event.getType().equals(Lifecycle.CONFIGURE_START_EVENT)) {
            Tomcat.addServlet(context, "cell", "scenario.CellServlet");
            context.addServletMappingDecoded("/*", "cell");
          }
        });
    tomcat.start();
    int port = tomcat.getConnector().getLocalPort();
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      URI uri = URI.create("http://localhost:" + port + "/");
      try (InputStream in = uri.toURL().openStream()) {
        System.out.println("OUT: " + new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
      loaders.add(new WeakReference<>(context.getLoader().getClassLoader()));
      context.reload();
    }
    long end = System.nanoTime() + 60_000_000_000L;
    while (loaders.stream().anyMatch(loader -> loader.get() != null) && System.nanoTime() < end) {
      System.gc();
      Thread.sleep(20);
    }
    long left = loaders.stream().filter(loader -> loader.get() != null).count();
    System.out.println("OUT: class loaders left " + left);
  }
}
