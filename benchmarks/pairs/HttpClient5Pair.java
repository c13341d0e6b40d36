// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Requests that the server answers after 100 ms. */
public final class HttpClient5Pair {

  private static final int CALLS = 20;

  private HttpClient5Pair() {}

  public static void main(String[] args) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext(
        "/",
        exchange -> {
          try {
            Thread.sleep(100);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write(new byte[] {'o', 'k'});
          exchange.close();
        });
    server.start();
    String uri = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    CloseableHttpClient client =
        HttpClients.custom()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setMaxConnPerRoute(CALLS)
                    .setMaxConnTotal(CALLS)
                    .build())
            .build();
    client.execute(new HttpGet(uri), response -> EntityUtils.toString(response.getEntity()));
    Crowd.run(
        CALLS,
        () ->
            client.execute(
                new HttpGet(uri), response -> EntityUtils.toString(response.getEntity())));
  }
}
