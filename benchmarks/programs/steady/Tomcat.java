// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.util.concurrent.Executors;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;

/** Tomcat that answers small requests, with clients in the same JVM. */
final class Tomcat {

  private Tomcat() {}

  private static final class Answer extends HttpServlet {

    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentType("text/plain");
      response.getWriter().write(Http.BODY);
    }
  }

  public static void main(String[] args) throws Exception {
    String folder = Files.createTempDirectory("steady").toString();
    var tomcat = new org.apache.catalina.startup.Tomcat();
    tomcat.setBaseDir(folder);
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", InetAddress.getLoopbackAddress().getHostAddress());
    connector.setProperty("maxKeepAliveRequests", "-1");
    if (args[1].equals("virtual")) {
      connector.getProtocolHandler().setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    }
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", folder);
    org.apache.catalina.startup.Tomcat.addServlet(context, "answer", new Answer());
    context.addServletMappingDecoded("/", "answer");
    tomcat.start();
    // The clients are platform threads, whatever the server's are.
    String[] clients = args.clone();
    clients[1] = "platform";
    Steady.measure(clients, number -> Http.on(connector.getLocalPort()));
  }
}
