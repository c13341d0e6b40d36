// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

import java.io.IOException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.AbstractHandler;

/** Jetty that answers small requests, with clients in the same JVM. */
final class Jetty {

  private Jetty() {}

  private static final class Answer extends AbstractHandler {

    @Override
    public void handle(
        String target, Request base, HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentType("text/plain");
      response.getWriter().write(Http.BODY);
      base.setHandled(true);
    }
  }

  public static void main(String[] args) throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("localhost");
    server.addConnector(connector);
    server.setHandler(new Answer());
    server.start();
    Steady.measure(args, number -> Http.on(connector.getLocalPort()));
  }
}
