// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.demo;

import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Output;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One start of an application, from the start of the process to the first answer.
 *
 * @param answered seconds until {@code GET /} was answered, less what it sleeps for that
 * @param spring what Spring says it took, without the JVM's and the agents' own start
 * @param cpu processor seconds of the whole process until then
 * @param main those of the main thread; not a number where the system does not tell them
 */
record DemoRun(double answered, double spring, double cpu, double main) {

  private static final Pattern LISTENING = Pattern.compile("Listening on (http://\\S+)");
  private static final Pattern STARTED = Pattern.compile("Started \\w+ in ([0-9.]+) seconds");
  private static final Duration PATIENCE = Duration.ofSeconds(180);
  private static final Duration PATIENCE_AT_END = Duration.ofSeconds(20);

  static DemoRun of(Program application, double sleeps) throws IOException, InterruptedException {
    Said said = new Said();
    long begin = System.nanoTime();
    try (Child child = application.printing(new Output.ByLine(said::line)).start()) {
      URI address = said.await(said.address, child);
      requireAnswer(address);
      double answered = (System.nanoTime() - begin) / 1e9 - sleeps;
      double cpu = child.cpuTime().map(spent -> spent.toMillis() / 1e3).orElse(Double.NaN);
      double main = mainThread(child.pid());
      DemoRun run = new DemoRun(answered, said.await(said.started, child), cpu, main);
      child.stop(PATIENCE_AT_END);
      return run;
    }
  }

  /** Linux names the thread that runs main after the launcher, and so the one that starts it. */
  private static double mainThread(long pid) throws IOException {
    Path threads = Path.of("/proc", Long.toString(pid), "task");
    if (!Files.isDirectory(threads)) {
      return Double.NaN;
    }
    double seconds = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        seconds += ofMain(thread);
      }
    }
    return seconds;
  }

  private static double ofMain(Path thread) {
    try {
      if (!Files.readString(thread.resolve("comm")).strip().equals("java")) {
        return 0;
      }
      return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]) / 1e9;
    } catch (IOException e) {
      return 0; // a thread of another name that ended just now
    }
  }

  private static void requireAnswer(URI address) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setReadTimeout((int) PATIENCE.toMillis());
    try (var body = connection.getInputStream()) {
      String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
      if (connection.getResponseCode() != 200 || !text.equals("OK")) {
        throw new IOException(
            "the application answers " + connection.getResponseCode() + " " + text);
      }
    }
  }

  /** What the application prints, taken when it prints it: looking now and then is too coarse. */
  private static final class Said {

    private final CompletableFuture<URI> address = new CompletableFuture<>();
    private final CompletableFuture<Double> started = new CompletableFuture<>();

    private void line(String line) {
      Matcher start = STARTED.matcher(line);
      if (start.find()) {
        started.complete(Double.parseDouble(start.group(1)));
      }
      Matcher listening = LISTENING.matcher(line);
      if (listening.find()) {
        address.complete(URI.create(listening.group(1)));
      }
    }

    private <T> T await(CompletableFuture<T> what, Child child)
        throws IOException, InterruptedException {
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      boolean over = false;
      while (!over) {
        over = child.await(Duration.ZERO) || System.nanoTime() - deadline > 0;
        try {
          return what.get(1, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
          // Not yet, or never.
        } catch (ExecutionException e) {
          throw new IllegalStateException(e);
        }
      }
      throw new IOException(
          "the application does not start; its last words: " + child.lastWords() + "; " + child);
    }
  }
}
