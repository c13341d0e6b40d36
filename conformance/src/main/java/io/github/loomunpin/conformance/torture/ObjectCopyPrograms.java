// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Copies of locked objects, by clone and by serialization, and the identity of serialized classes.
 */
final class ObjectCopyPrograms {
  private ObjectCopyPrograms() {}

  private static final class Cell implements Cloneable {
    int value;

    synchronized void running(Runnable action) {
      action.run();
    }

    @Override
    public synchronized Cell clone() {
      try {
        return (Cell) super.clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Torture(shows = "the clone of a locked object is free, and a lock of its own", shape = true)
  static String cloneWhileLocked_independentLocks(Env env) {
    Cell cell = new Cell();
    Cell[] copy = new Cell[1];
    cell.running(() -> copy[0] = cell.clone());
    Check.that(!Thread.holdsLock(copy[0]), "the copy is not held");
    Contest contest = Contest.of(env);
    contest.excludes(copy[0]::running, copy[0]::running);
    return contest.independent(cell::running, copy[0]::running)
        + ", "
        + contest.independent(copy[0]::running, cell::running);
  }

  @Torture(shows = "notifying the clone of an object does not wake its waiters")
  static String cloneNotifyNotShared(Env env) {
    Cell cell = new Cell();
    Crew crew = env.crew();
    crew.start(
        () -> {
          synchronized (cell) {
            cell.value = 1;
            cell.wait();
            cell.value = 2;
          }
        });
    Check.await(
        () -> {
          synchronized (cell) {
            return cell.value == 1;
          }
        });
    Cell copy = cell.clone();
    synchronized (copy) {
      copy.notifyAll();
    }
    boolean woke =
        Check.awaitAtMost(
            20,
            () -> {
              synchronized (cell) {
                return cell.value == 2;
              }
            });
    synchronized (cell) {
      cell.notifyAll();
    }
    crew.join();
    return "woken by the copy " + woke + ", by itself " + (cell.value == 2);
  }

  /** Has no serialVersionUID on purpose. */
  @SuppressWarnings("serial")
  private static class Message implements Serializable {
    private int count;
    private final Object lock = new int[1];

    public synchronized void add() {
      synchronized (lock) {
        count++;
      }
    }

    protected static synchronized int fixed() {
      return 7;
    }

    private synchronized void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
    }
  }

  @Torture(
      shows = "an object serialized while locked has the same bytes, and its copy is a free lock",
      sample = true)
  static String serializeRoundTrip(Env env) throws Exception {
    Message message = new Message();
    message.add();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    synchronized (message) {
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(message);
      }
    }
    Message copy;
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      copy = (Message) in.readObject();
    }
    copy.add();
    Contest.Way way =
        action -> {
          synchronized (copy) {
            action.run();
          }
        };
    Contest.of(env).excludes(way, way);
    Contest.of(env)
        .independent(
            way,
            action -> {
              synchronized (message) {
                action.run();
              }
            });
    CRC32 sum = new CRC32();
    sum.update(bytes.toByteArray());
    return "count " + copy.count + Message.fixed() + ", bytes " + Long.toHexString(sum.getValue());
  }

  @Torture(
      shows =
          "the default serialVersionUID of serializable classes with synchronized methods of all"
              + " kinds is unchanged",
      threads = Kind.PLATFORM)
  static String suidUnchanged(Env env) {
    List<Integer> visibilities =
        List.of(Opcodes.ACC_PUBLIC, Opcodes.ACC_PROTECTED, 0, Opcodes.ACC_PRIVATE);
    List<Integer> others = List.of(0, Opcodes.ACC_STATIC);
    List<Integer> finals = List.of(0, Opcodes.ACC_FINAL, Opcodes.ACC_VARARGS, Opcodes.ACC_BRIDGE);
    List<String> ids = new ArrayList<>();
    for (int visibility : visibilities) {
      for (int other : others) {
        for (int more : finals) {
          for (Shape shape : Shape.values()) {
            int access = visibility | other | more | Opcodes.ACC_SYNCHRONIZED;
            Class<?> c = serializable("Suid" + access + shape, access, shape);
            ids.add(Long.toHexString(ObjectStreamClass.lookup(c).getSerialVersionUID()));
          }
        }
      }
    }
    Check.same(96, ids.size(), "combinations");
    return String.join(" ", ids);
  }

  /** What else the class has that the default serialVersionUID is computed from. */
  private enum Shape {
    PLAIN,
    WITH_INITIALIZER,
    WITH_DECLARED_ID
  }

  private static Class<?> serializable(String name, int access, Shape shape) {
    Forge forge = new Forge(name).constructor("java/lang/Object");
    ClassWriter writer = forge.writer();
    writer.visit(
        Opcodes.V1_8,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER,
        forge.internalName(),
        null,
        "java/lang/Object",
        new String[] {"java/lang/Runnable", "java/io/Serializable"});
    writer.visitField(Opcodes.ACC_PROTECTED, "field", "[J", null, null).visitEnd();
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    int arguments = isStatic ? 0 : 1;
    forge.method(access, "locked", "([Ljava/lang/Object;)I", code -> returnLocal(code, arguments));
    forge.method(
        Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED,
        "run",
        "()V",
        code -> code.visitInsn(Opcodes.RETURN));
    if (shape == Shape.WITH_INITIALIZER) {
      forge.method(Opcodes.ACC_STATIC, "<clinit>", "()V", code -> code.visitInsn(Opcodes.RETURN));
    }
    if (shape == Shape.WITH_DECLARED_ID) {
      int constant = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
      writer.visitField(constant, "serialVersionUID", "J", null, 42L).visitEnd();
    }
    return forge.load();
  }

  private static void returnLocal(MethodVisitor code, int local) {
    code.visitVarInsn(Opcodes.ALOAD, local);
    code.visitInsn(Opcodes.ARRAYLENGTH);
    code.visitInsn(Opcodes.IRETURN);
  }
}
