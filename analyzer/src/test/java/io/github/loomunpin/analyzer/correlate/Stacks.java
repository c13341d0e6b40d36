// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.TestArchives;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.rules.sight.LineTables;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.site.BciClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Builds the stacks a JVM would record, with the bytecode indexes of real classes. */
final class Stacks {

  static final long MILLI = 1_000_000;

  private final List<Frame> frames = new ArrayList<>();

  private Stacks() {}

  static Stacks stack() {
    return new Stacks();
  }

  /** The next outer frame: a method of the JDK. */
  Stacks jdk(String className, String method) {
    return jdk(className, method, "()V");
  }

  Stacks jdk(String className, String method, String descriptor) {
    frames.add(new Frame(className, method, descriptor, 3, -1, true, false));
    return this;
  }

  Stacks nativeMethod(String className, String method) {
    frames.add(new Frame(className, method, "()V", 0, -1, true, true));
    return this;
  }

  Stacks app(String className, String method, String descriptor, int bci, int line) {
    frames.add(new Frame(className, method, descriptor, bci, line, false, false));
    return this;
  }

  /** The next outer frame: the n-th call of a method of that name by a method of a sample. */
  Stacks calling(Class<?> sample, String method, String called, int n) {
    Call call = calls(TestArchives.bytesOf(sample), method, called).get(n);
    return app(
        sample.getName().replace('.', '/'), method, call.descriptor(), call.bci(), call.line());
  }

  /**
   * The next outer frame: the only call of a method of that name by a method of a compiled class
   * without a package.
   */
  Stacks calling(Path classes, String type, String method, String called) {
    Call call = onlyCall(classes, type, method, called);
    return app(type, method, call.descriptor(), call.bci(), call.line());
  }

  /** The next outer frame as an agent that moved the code would have it. */
  Stacks callingMoved(Path classes, String type, String method, String called) {
    Call call = onlyCall(classes, type, method, called);
    return app(type, method, call.descriptor(), 900, call.line());
  }

  private static Call onlyCall(Path classes, String type, String method, String called) {
    try {
      byte[] file = Files.readAllBytes(classes.resolve(type + ".class"));
      return calls(file, method, called).getFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As {@link #calling}, but as an agent that moved the code would have it. */
  Stacks callingMoved(Class<?> sample, String method, String called, int n) {
    Call call = calls(TestArchives.bytesOf(sample), method, called).get(n);
    return app(sample.getName().replace('.', '/'), method, call.descriptor(), 900, call.line());
  }

  PinGroup parked(long millis) {
    return pin(PinKind.PARKED, millis, false);
  }

  PinGroup truncated(long millis) {
    return pin(PinKind.PARKED, millis, true);
  }

  PinGroup pin(PinKind kind, long millis) {
    return pin(kind, millis, false);
  }

  /** A wait on an object of a class. */
  PinGroup waitingOn(String monitorClass, long millis) {
    return of(PinKind.WAITING, monitorClass, millis);
  }

  /** A wait for the monitor of an object of a class. */
  PinGroup couldNotEnter(String monitorClass, long millis) {
    return of(PinKind.BLOCKED, monitorClass, millis);
  }

  private PinGroup of(PinKind kind, String monitorClass, long millis) {
    return new PinGroup(
        new PinCause(kind, "", monitorClass), new Stack(List.copyOf(frames), false), tally(millis));
  }

  private PinGroup pin(PinKind kind, long millis, boolean truncated) {
    return new PinGroup(
        PinCause.of(kind), new Stack(List.copyOf(frames), truncated), tally(millis));
  }

  /** One pin that began at the epoch. */
  static PinTally tally(long millis) {
    return PinTally.of(TimeSpan.of(Instant.EPOCH, Duration.ofMillis(millis)));
  }

  private record Call(String descriptor, int bci, int line) {}

  private static List<Call> calls(byte[] classFile, String method, String called) {
    List<Call> calls = new ArrayList<>();
    LineTables lines = LineTables.of(BciClass.read(classFile));
    int[] bci = new int[1];
    ClassVisitor visitor =
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return !name.equals(method)
                ? null
                : new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitMethodInsn(
                      int opcode, String owner, String target, String type, boolean itf) {
                    if (target.equals(called)) {
                      calls.add(
                          new Call(descriptor, bci[0], lines.lineAt(name, descriptor, bci[0])));
                    }
                  }

                  @Override
                  public void visitInsn(int opcode) {
                    if (opcode == Opcodes.MONITORENTER && called.equals("monitorenter")) {
                      calls.add(
                          new Call(descriptor, bci[0], lines.lineAt(name, descriptor, bci[0])));
                    }
                  }
                };
          }
        };
    new ClassReader(classFile) {
      @Override
      protected void readBytecodeInstructionOffset(int offset) {
        bci[0] = offset;
      }

      void read() {
        accept(visitor, 0);
      }
    }.read();
    return calls;
  }
}
