// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.PushbackInputStream;
import java.io.Writer;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.security.KeyStore;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.security.auth.Subject;

/** A virtual thread that blocks in a monitor of the JDK leaves the only carrier to others. */
final class JdkPinPrograms {

  static final String ONE = "-Djdk.virtualThreadScheduler.parallelism=1";
  static final String NO_MORE = "-Djdk.virtualThreadScheduler.maxPoolSize=1";

  /** Much longer than another thread takes to run if it gets the carrier at all. */
  private static final long LONGEST_SECONDS = 60;

  private JdkPinPrograms() {}

  /** Runs the action, which blocks, while it holds what it is about. */
  private interface Case {
    void run(Runnable action) throws Exception;
  }

  /** Streams, channels and the like that run the action when they are used. */
  private static InputStream input(Runnable action) {
    return new InputStream() {
      @Override
      public int read() {
        action.run();
        return -1;
      }
    };
  }

  @FunctionalInterface
  private interface Zipping {
    OutputStream into(OutputStream target) throws IOException;
  }

  /** Runs the action when the stream writes what it is given, and not when it is opened. */
  private static void writeNoise(Runnable action, Zipping zipping) throws IOException {
    AtomicBoolean isOpen = new AtomicBoolean();
    OutputStream zip =
        zipping.into(
            output(
                () -> {
                  if (isOpen.get()) {
                    action.run();
                  }
                }));
    isOpen.set(true);
    byte[] noise = new byte[100_000];
    new Random(1).nextBytes(noise);
    zip.write(noise, 0, noise.length);
  }

  private static OutputStream output(Runnable action) {
    return new OutputStream() {
      @Override
      public void write(int b) {
        action.run();
      }

      @Override
      public void write(byte[] from, int at, int count) {
        action.run();
      }
    };
  }

  private static Map<String, Case> collections() {
    Map<String, Case> cases = new LinkedHashMap<>();
    Object value = 1;
    cases.put("computeIfAbsent", a -> new ConcurrentHashMap<>().computeIfAbsent(1, k -> run(a)));
    cases.put("compute", a -> new ConcurrentHashMap<>().compute(1, (k, v) -> run(a)));
    cases.put(
        "merge", a -> new ConcurrentHashMap<>(Map.of(1, value)).merge(1, 1, (v, w) -> run(a)));
    cases.put(
        "removeIf", a -> new CopyOnWriteArrayList<>(List.of(1)).removeIf(x -> run(a) == null));
    cases.put(
        "synchronizedMap",
        a -> Collections.synchronizedMap(new HashMap<>()).computeIfAbsent(1, k -> run(a)));
    cases.put(
        "synchronizedList",
        a -> Collections.synchronizedList(new ArrayList<>(List.of(1))).forEach(x -> run(a)));
    cases.put(
        "synchronized (synchronizedSet)", a -> lock(Collections.synchronizedSet(Set.of()), a));
    cases.put("synchronized (principals)", a -> lock(new Subject().getPrincipals(), a));
    cases.put("Vector.forEach", a -> new Vector<>(List.of(1)).forEach(x -> run(a)));
    cases.put("synchronized (vector)", a -> lock(new Vector<>(), a));
    cases.put("synchronized (stack)", a -> lock(new Stack<>(), a));
    cases.put("subclass of Vector", a -> lock(new Vector<>() {}, a));
    return cases;
  }

  private static Object run(Runnable action) {
    action.run();
    return 1;
  }

  private static void lock(Object o, Runnable action) {
    synchronized (o) {
      action.run();
    }
  }

  private static Map<String, Case> streams() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("subclass of BufferedInputStream", a -> new BufferedInputStream(input(a)) {}.read());
    cases.put(
        "subclass of BufferedOutputStream",
        a -> {
          OutputStream out = new BufferedOutputStream(output(a)) {};
          out.write(1);
          out.flush();
        });
    cases.put("subclass of PrintStream", a -> new PrintStream(output(a), true) {}.println(1));
    cases.put(
        "subclass of PushbackInputStream", a -> new PushbackInputStream(closing(a)) {}.close());
    cases.put(
        "subclass of BufferedReader",
        a -> new BufferedReader(new InputStreamReader(input(a))) {}.read());
    cases.put("synchronized (printWriter)", a -> lock(new PrintWriter(Writer.nullWriter()), a));
    cases.put("DataOutputStream", a -> new DataOutputStream(output(a)).write(new byte[1], 0, 1));
    cases.put(
        "GZIPOutputStream", a -> writeNoise(a, target -> new GZIPOutputStream(target, 1, true)));
    cases.put(
        "ZipOutputStream",
        a ->
            writeNoise(
                a,
                target -> {
                  ZipOutputStream zip = new ZipOutputStream(target);
                  zip.putNextEntry(new ZipEntry("noise"));
                  return zip;
                }));
    cases.put(
        "channel to stream",
        a -> Channels.newInputStream((ReadableByteChannel) new CallingChannel(a)).read());
    cases.put("stream to channel", a -> Channels.newOutputStream(new CallingChannel(a)).write(1));
    cases.put(
        "key store", a -> KeyStore.getInstance("PKCS12").load(input(a), "secret".toCharArray()));
    return cases;
  }

  private static InputStream closing(Runnable action) {
    return new InputStream() {
      @Override
      public int read() {
        return -1;
      }

      @Override
      public void close() {
        action.run();
      }
    };
  }

  private record CallingChannel(Runnable action)
      implements ReadableByteChannel, WritableByteChannel {

    @Override
    public int read(ByteBuffer to) {
      action.run();
      return -1;
    }

    @Override
    public int write(ByteBuffer from) {
      action.run();
      int count = from.remaining();
      from.position(from.limit());
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  private static final class OwnHandler extends Handler {
    private final Runnable action;

    OwnHandler(Runnable action) {
      this.action = action;
    }

    @Override
    public synchronized void publish(LogRecord record) {
      action.run();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static Map<String, Case> services() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("subclass of Handler", a -> new OwnHandler(a).publish(null));
    cases.put(
        "subclass of StreamHandler",
        a -> {
          Handler handler = new StreamHandler(output(a), new SimpleFormatter()) {};
          handler.publish(new LogRecord(Level.SEVERE, "text"));
          handler.flush();
        });
    cases.put(
        "ListResourceBundle",
        a ->
            new ListResourceBundle() {
              @Override
              protected Object[][] getContents() {
                a.run();
                return new Object[0][];
              }
            }.getKeys());
    cases.put(
        "DriverManager",
        a -> {
          DriverManager.setLogWriter(new PrintWriter(output(a), true));
          DriverManager.println("text");
          DriverManager.setLogWriter(null);
        });
    return cases;
  }

  /** What the first thread does until it is released, and how to release it. */
  private record Blocked(ThrowingRunnable body, ThrowingRunnable release) {}

  private static Blocked of(Case each, CountDownLatch inside) {
    CountDownLatch release = new CountDownLatch(1);
    Runnable action =
        () -> {
          inside.countDown();
          Contest.awaitQuietly(release);
        };
    return new Blocked(
        () -> {
          try {
            each.run(action);
          } catch (IOException e) {
            // The key store is none.
          }
        },
        release::countDown);
  }

  private static Map<String, Blocked> waits() throws IOException {
    Map<String, Blocked> waits = new LinkedHashMap<>();
    PipedInputStream bytes = new PipedInputStream();
    PipedOutputStream toBytes = new PipedOutputStream(bytes);
    waits.put("PipedInputStream", new Blocked(bytes::read, () -> write(toBytes)));
    PipedOutputStream full = new PipedOutputStream();
    PipedInputStream drain = new PipedInputStream(full, 1);
    waits.put("PipedOutputStream", new Blocked(() -> full.write(new byte[2]), drain::read));
    PipedReader text = new PipedReader();
    PipedWriter toText = new PipedWriter(text);
    waits.put(
        "PipedReader",
        new Blocked(
            text::read,
            () -> {
              toText.write(1);
              toText.flush();
            }));
    CountDownLatch end = new CountDownLatch(1);
    Thread ending = Thread.ofPlatform().daemon().start(() -> Contest.awaitQuietly(end));
    waits.put("Thread.join", new Blocked(ending::join, end::countDown));
    CountDownLatch endOther = new CountDownLatch(1);
    Thread other = Thread.ofPlatform().daemon().start(() -> Contest.awaitQuietly(endOther));
    waits.put(
        "Thread.join(Duration)",
        new Blocked(
            () -> Check.that(other.join(Duration.ofHours(1)), "it has ended"),
            endOther::countDown));
    return waits;
  }

  private static void write(OutputStream out) throws IOException {
    out.write(1);
    out.flush();
  }

  @Torture(
      shows =
          "a virtual thread that blocks in a collection of the JDK leaves its carrier to others",
      threads = Kind.VIRTUAL,
      jvm = {ONE, NO_MORE},
      note = "Without the agent it is not looked whether it does.")
  static String jdkCollectionsDoNotPin(Env env) throws Throwable {
    return allFree(env, collections());
  }

  @Torture(
      shows = "a virtual thread that blocks in a stream of the JDK leaves its carrier to others",
      threads = Kind.VIRTUAL,
      jvm = {ONE, NO_MORE})
  static String jdkStreamsDoNotPin(Env env) throws Throwable {
    return allFree(env, streams());
  }

  @Torture(
      shows =
          "a virtual thread that blocks in a handler, bundle or driver's log leaves its carrier to"
              + " others",
      threads = Kind.VIRTUAL,
      jvm = {ONE, NO_MORE})
  static String jdkServicesDoNotPin(Env env) throws Throwable {
    return allFree(env, services());
  }

  @Torture(
      shows =
          "a virtual thread that waits in a pipe or for the end of a thread leaves its carrier to"
              + " others",
      threads = Kind.VIRTUAL,
      jvm = {ONE, NO_MORE})
  static String jdkWaitsDoNotPin(Env env) throws Throwable {
    List<String> done = new ArrayList<>();
    Crew crew = env.crew();
    for (Map.Entry<String, Blocked> each : waits().entrySet()) {
      Thread waiting = crew.start(true, each.getValue().body());
      Contest.awaitStuck(waiting);
      othersRun(env, each.getKey());
      each.getValue().release().run();
      waiting.join();
      crew.check();
      done.add(each.getKey());
    }
    return done.toString();
  }

  private static String allFree(Env env, Map<String, Case> cases) throws Throwable {
    List<String> done = new ArrayList<>();
    Crew crew = env.crew();
    for (Map.Entry<String, Case> each : cases.entrySet()) {
      CountDownLatch inside = new CountDownLatch(1);
      Blocked blocked = of(each.getValue(), inside);
      Thread blocking = crew.start(true, blocked.body());
      inside.await();
      Contest.awaitStuck(blocking);
      othersRun(env, each.getKey());
      blocked.release().run();
      blocking.join();
      crew.check();
      done.add(each.getKey());
    }
    return done.toString();
  }

  /** Another virtual thread runs meanwhile, on the one carrier there is. */
  static void othersRun(Env env, String name) throws InterruptedException {
    if (env.rewritten()) {
      CountDownLatch ran = new CountDownLatch(1);
      Thread.ofVirtual().start(ran::countDown);
      Check.that(ran.await(LONGEST_SECONDS, TimeUnit.SECONDS), name + " keeps its carrier");
    }
  }

  @Torture(
      shows = "reflection shows the methods of the JDK's converted classes as they are declared",
      threads = Kind.PLATFORM)
  static String jdkMethodsAsDeclared(Env env) {
    List<String> methods = new ArrayList<>();
    for (Class<?> c :
        List.of(
            Vector.class,
            Stack.class,
            DataOutputStream.class,
            PipedReader.class,
            Handler.class,
            StreamHandler.class,
            Hashtable.class)) {
      for (Method method : c.getDeclaredMethods()) {
        methods.add(method.toString());
      }
    }
    Collections.sort(methods);
    long locking = methods.stream().filter(method -> method.contains("synchronized")).count();
    return methods.size() + " methods, " + locking + " synchronized, " + methods.hashCode();
  }
}
