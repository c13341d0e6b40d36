// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import java.net.URI;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.impl.bootstrap.HttpRequester;
import org.apache.hc.core5.http.impl.bootstrap.RequesterBootstrap;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.util.Timeout;

/**
 * Many requests through a pool of two connections; HttpCore up to 5.2 lets them wait with
 * Object.wait.
 */
public final class HttpCore5Pair {

  private HttpCore5Pair() {}

  public static void main(String[] args) throws Exception {
    HttpHost host = HttpHost.create(URI.create(SlowHttp.start(30)));
    HttpRequester requester =
        RequesterBootstrap.bootstrap().setDefaultMaxPerRoute(2).setMaxTotal(2).create();
    get(requester, host);
    Crowd.run(20, () -> get(requester, host));
  }

  private static String get(HttpRequester requester, HttpHost host) throws Exception {
    BasicClassicHttpRequest request = new BasicClassicHttpRequest(Method.GET, host, "/");
    return requester.execute(
        host,
        request,
        Timeout.ofSeconds(60),
        HttpCoreContext.create(),
        response -> EntityUtils.toString(response.getEntity()));
  }
}
