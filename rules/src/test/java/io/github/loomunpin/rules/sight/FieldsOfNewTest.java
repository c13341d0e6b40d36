// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.MonitorSite;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class FieldsOfNewTest {

  private static class Locks {
    static final Object OF_CLASS = new Object();
    final Object visible = new Object();
    protected final Object chosen;
    final Object given;
    final Object table = new Hashtable<>();
    final Object mixed;
    Object replaced = new Object();
    final Object list = Collections.synchronizedList(new ArrayList<>());
    final Supplier<Object> leak = () -> visible();

    Locks(boolean first) {
      chosen = first ? new Object() : new StringBuilder();
      given = first;
      mixed = first ? new Object() : new Hashtable<>();
    }

    Locks(Object given) {
      chosen = new Object();
      this.given = given;
      mixed = new Object();
    }

    private Object visible() {
      return visible;
    }

    final Object got() {
      return visible;
    }

    Object mayBeOverridden() {
      return visible;
    }

    final Object gotGiven() {
      return given;
    }
  }

  private static final class Users extends Locks {
    Users() {
      super(true);
    }

    void ofClass() {
      synchronized (OF_CLASS) {
        hashCode();
      }
    }

    void visible() {
      synchronized (visible) {
        hashCode();
      }
    }

    void getter() {
      synchronized (got()) {
        hashCode();
      }
    }

    void overridable() {
      synchronized (mayBeOverridden()) {
        hashCode();
      }
    }

    void getterOfGiven() {
      synchronized (gotGiven()) {
        hashCode();
      }
    }

    void chosen() {
      synchronized (chosen) {
        hashCode();
      }
    }

    void given() {
      synchronized (given) {
        hashCode();
      }
    }

    void table() {
      synchronized (table) {
        hashCode();
      }
    }

    void mixed() {
      synchronized (mixed) {
        hashCode();
      }
    }

    private Object own = new Object();
    private Object lost = new Object();

    void own() {
      synchronized (own) {
        own = new Object();
      }
    }

    Runnable lost() {
      synchronized (lost) {
        return new Runnable() {
          @Override
          public void run() {
            lost = this;
          }
        };
      }
    }

    void list() {
      synchronized (list) {
        hashCode();
      }
    }

    void replaced() {
      synchronized (replaced) {
        hashCode();
      }
    }
  }

  private static final ClassSource CLASSES =
      name -> {
        try (InputStream in = FieldsOfNewTest.class.getResourceAsStream("/" + name + ".class")) {
          return in == null || name.startsWith("java/")
              ? Optional.empty()
              : Optional.of(in.readAllBytes());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      };

  /** {@code (this as Object).wait()} in Kotlin. */
  @Test
  void a_cast_to_object_hides_nothing() throws Exception {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V21, 0, "a/K", null, "java/lang/Object", null);
    MethodVisitor code = writer.visitMethod(0, "await", "()V", null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/Object");
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "wait", "()V", false);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(1, 1);
    code.visitEnd();
    byte[] file = writer.toByteArray();

    assertThat(site("await", file, name -> Optional.of(file).filter(f -> name.equals("a/K"))))
        .extracting(site -> site.decision().mode())
        .isEqualTo(Mode.VIRTUAL);
  }

  private static MonitorSite site(String method) throws Exception {
    byte[] users = CLASSES.bytes(Users.class.getName().replace('.', '/')).orElseThrow();
    return site(method, users, CLASSES);
  }

  private static MonitorSite site(String method, byte[] file, ClassSource classes)
      throws Exception {
    JdkClasses jdk = new JdkClasses();
    ClassIndex index = new ClassIndex(jdk, ClassSource.NONE);
    return new SiteDecisions(index, new JdkMonitors(index, jdk))
        .ofApplication(classes, name -> false, false).of(file).sites().stream()
            .filter(site -> site.method().equals(method))
            .findFirst()
            .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "ofClass, VIRTUAL",
    "visible, VIRTUAL",
    "list, VIRTUAL",
    "getter, VIRTUAL",
    "overridable, RUNTIME",
    "getterOfGiven, RUNTIME",
    "own, VIRTUAL",
    "lost, RUNTIME",
    "table, NATIVE",
    "chosen, RUNTIME",
    "given, RUNTIME",
    "mixed, RUNTIME",
    "replaced, RUNTIME",
  })
  void what_a_field_holds_is_known_if_it_gets_new_objects_alone(String method, Mode mode)
      throws Exception {
    assertThat(site(method).decision().mode()).isEqualTo(mode);
  }

  @Test
  void why_an_object_stays_native_is_told() throws Exception {
    assertThat(site("table").decision().reason()).contains("java.util.Hashtable");
  }
}
