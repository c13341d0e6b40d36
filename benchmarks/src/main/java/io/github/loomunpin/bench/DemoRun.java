// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One start of the demo, from the start of the process to the first answer.
 *
 * @param answered seconds until {@code GET /} was answered, less the second for which it sleeps
 * @param spring what Spring says it took, without the JVM's and the agents' own start
 * @param cpu processor seconds of the whole process until then
 */
record DemoRun(double answered, double spring, double cpu) {

  private static final Pattern LISTENING = Pattern.compile("Listening on (http://\\S+)");
  private static final Pattern STARTED = Pattern.compile("Started \\w+ in ([0-9.]+) seconds");
  private static final double ENDPOINT_SLEEPS = 1;
  private static final Duration PATIENCE = Duration.ofSeconds(180);
  private static final Duration PATIENCE_AT_END = Duration.ofSeconds(20);

  static DemoRun of(List<String> command) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    // Otherwise it would outlive a benchmark that is interrupted.
    Thread killer = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(killer);
    try {
      Output output = Output.of(process);
      URI address = output.await(output.address, command);
      requireAnswer(address);
      double answered = (System.nanoTime() - begin) / 1e9 - ENDPOINT_SLEEPS;
      double cpu =
          process.info().totalCpuDuration().map(spent -> spent.toMillis() / 1e3).orElse(Double.NaN);
      return new DemoRun(answered, output.await(output.started, command), cpu);
    } finally {
      end(process);
      Runtime.getRuntime().removeShutdownHook(killer);
    }
  }

  private static void requireAnswer(URI address) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setReadTimeout((int) PATIENCE.toMillis());
    try (var body = connection.getInputStream()) {
      String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
      if (connection.getResponseCode() != 200 || !text.equals("OK")) {
        throw new IOException("the demo answers " + connection.getResponseCode() + " " + text);
      }
    }
  }

  private static void end(Process process) throws InterruptedException {
    process.destroy();
    if (!process.waitFor(PATIENCE_AT_END.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }

  /** What the application prints, read until it ends so that it never waits for us. */
  private static final class Output {

    private final CompletableFuture<URI> address = new CompletableFuture<>();
    private final CompletableFuture<Double> started = new CompletableFuture<>();
    private volatile String last = "nothing";

    static Output of(Process process) {
      Output output = new Output();
      Thread reader = new Thread(() -> output.read(process.inputReader()), "output of the demo");
      reader.setDaemon(true);
      reader.start();
      return output;
    }

    private void read(BufferedReader lines) {
      try (lines) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          last = line;
          Matcher start = STARTED.matcher(line);
          if (start.find()) {
            started.complete(Double.parseDouble(start.group(1)));
          }
          Matcher listening = LISTENING.matcher(line);
          if (listening.find()) {
            address.complete(URI.create(listening.group(1)));
          }
        }
      } catch (IOException e) {
        last = e.toString();
      }
      IOException ended = new IOException("it ended");
      address.completeExceptionally(ended);
      started.completeExceptionally(ended);
    }

    <T> T await(CompletableFuture<T> what, List<String> command)
        throws IOException, InterruptedException {
      try {
        return what.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        throw new IOException(
            "the demo does not start; its last words: " + last + "; " + String.join(" ", command),
            e);
      }
    }
  }
}
