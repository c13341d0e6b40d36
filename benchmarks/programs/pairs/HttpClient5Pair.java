// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * Many requests through a pool of five connections a host, which is the default; HttpClient up to
 * 5.3 lets them wait with Object.wait.
 */
public final class HttpClient5Pair {

  private HttpClient5Pair() {}

  public static void main(String[] args) throws Exception {
    String uri = SlowHttp.start(100);
    CloseableHttpClient client = HttpClients.createDefault();
    client.execute(new HttpGet(uri), response -> EntityUtils.toString(response.getEntity()));
    Crowd.run(
        20,
        () ->
            client.execute(
                new HttpGet(uri), response -> EntityUtils.toString(response.getEntity())));
  }
}
