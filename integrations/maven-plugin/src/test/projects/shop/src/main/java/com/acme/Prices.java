package com.acme;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

public class Prices {
  private final HttpClient client = HttpClient.newHttpClient();
  private int asked;

  public synchronized String load(URI place) throws IOException, InterruptedException {
    asked++;
    return client.send(HttpRequest.newBuilder(place).build(), BodyHandlers.ofString()).body();
  }
}
