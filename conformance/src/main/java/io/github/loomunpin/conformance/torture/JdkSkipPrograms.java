// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** {@link Reader#skip} locks the stream that an InputStreamReader reads. */
final class JdkSkipPrograms {
  private static final List<Function<InputStream, Reader>> DIRECT =
      List.of(stream -> new InputStreamReader(stream, StandardCharsets.US_ASCII), Skipping::new);

  /** Readers around an exact InputStreamReader that lock in the same order as it does. */
  private static final List<UnaryOperator<Reader>> IN_ORDER =
      List.of(
          reader -> reader,
          PushbackReader::new,
          reader -> new PushbackReader(new PushbackReader(reader)));

  /**
   * Readers that lock the decoder before the stream, since they read and do not skip. To skip
   * directly at the same time would be a deadlock of the JDK's own.
   */
  private static final List<UnaryOperator<Reader>> READING =
      List.of(
          reader -> new BufferedReader(reader, 1),
          reader -> new LineNumberReader(reader, 1),
          reader -> new PushbackReader(new BufferedReader(reader, 1)));

  private JdkSkipPrograms() {}

  /** Never ends. */
  private static class Endless extends InputStream {
    private Runnable once = () -> {};

    synchronized void locked(Runnable action) {
      action.run();
    }

    /** Runs the action when the stream is read next; called by who reads. */
    void onRead(Runnable action) {
      once = action;
    }

    @Override
    public int read() {
      Runnable action = once;
      once = () -> {};
      action.run();
      return 'x';
    }

    @Override
    public int read(byte[] to, int from, int count) {
      to[from] = (byte) read();
      return 1;
    }
  }

  /** Locks itself, as streams of applications do. */
  private static final class Guarded extends Endless {
    @Override
    public synchronized int read() {
      return super.read();
    }

    @Override
    public synchronized int read(byte[] to, int from, int count) {
      return super.read(to, from, count);
    }

    @Override
    public synchronized int available() {
      return 16;
    }
  }

  private static final class Skipping extends InputStreamReader {
    Skipping(InputStream in) {
      super(in, StandardCharsets.US_ASCII);
    }

    @Override
    public long skip(long n) throws IOException {
      synchronized (lock) {
        return super.skip(n);
      }
    }
  }

  @Torture(
      shows =
          "threads that skip in one InputStreamReader, directly, in a subclass, and through readers"
              + " around it, while others lock its stream, do not deadlock",
      core = true)
  static String skipWhileStreamIsLocked(Env env) {
    int done = 0;
    for (Function<InputStream, Reader> direct : DIRECT) {
      for (UnaryOperator<Reader> around : IN_ORDER) {
        Guarded stream = new Guarded();
        Reader reader = direct.apply(stream);
        // The decoder of a subclass locks the reader, which one around it locks first, as every
        // reader around another does in newer JDKs: they deadlock by themselves.
        boolean alone = reader instanceof Skipping || Runtime.version().feature() > 21;
        skip(env, stream, reader, alone ? reader : around.apply(reader));
        done++;
      }
      for (UnaryOperator<Reader> around : READING) {
        Guarded stream = new Guarded();
        Reader reader = around.apply(direct.apply(stream));
        skip(env, stream, reader, reader);
        done++;
      }
    }
    return done + " readers skipped";
  }

  private static void skip(Env env, Endless stream, Reader one, Reader other) {
    int times = env.n(800);
    RacyCounter tally = new RacyCounter();
    Crew crew = env.crew();
    for (int i = 0; i < 2; i++) {
      crew.start(() -> skip(one, times));
      crew.start(() -> skip(other, times));
      crew.start(
          () -> {
            for (int n = 0; n < times; n++) {
              stream.locked(tally::bump);
            }
          });
    }
    crew.join();
    Check.same(2 * times, tally.value(), "count");
  }

  private static void skip(Reader reader, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      Check.same(3L, reader.skip(3), "characters skipped");
    }
  }

  @Torture(
      shows =
          "skipping in an InputStreamReader, directly and through readers around it, keeps out who"
              + " locks its stream, and the other way round")
  static String skipExcludes(Env env) {
    Contest contest = Contest.ofNative(env);
    int done = 0;
    for (Function<InputStream, Reader> direct : DIRECT) {
      for (UnaryOperator<Reader> around : IN_ORDER) {
        Endless stream = new Endless();
        Contest.Way jdk =
            action -> {
              Reader reader = around.apply(direct.apply(stream));
              stream.locked(() -> stream.onRead(action));
              reader.skip(1);
            };
        contest.excludes(jdk, stream::locked);
        contest.excludes(stream::locked, jdk);
        done++;
      }
    }
    return done + " readers exclude";
  }
}
