// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import java.lang.reflect.Executable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jdk.test.whitebox.WhiteBox;
import org.objectweb.asm.Type;

/**
 * Has the JVM compile every changed method. A method that HotSpot finds unfit, say because its
 * monitors do not match, is interpreted for ever; it must have been so before.
 */
final class JitCheck {

  /** HotSpot's HugeMethodLimit: methods with more bytes of code are not compiled. */
  private static final int HUGE = 8000;

  /** The compilers by HotSpot's numbers: 1 is C1, 4 is C2. */
  private static final List<Integer> LEVELS =
      Arrays.stream(System.getProperty("corpus.levels", "1,4").split(","))
          .map(Integer::valueOf)
          .toList();

  private final StandInLoader before;
  private final StandInLoader after;
  private final Counts counts;

  JitCheck(ArtifactClasses classes, Counts counts) {
    this.before = new StandInLoader(classes.original(), classes.implemented());
    this.after = new StandInLoader(classes.rewritten(), classes.implemented());
    this.counts = counts;
  }

  /** What the JVM does otherwise than known with the known shapes; the rest shows nothing then. */
  static List<String> calibrate() throws ClassNotFoundException {
    byte[] bytes = KnownShape.classFile();
    StandInLoader loader =
        new StandInLoader(
            name -> name.equals(KnownShape.CLASS_NAME) ? Optional.of(bytes) : Optional.empty(),
            Set.of());
    Map<String, Executable> methods = methods(KnownShape.CLASS_NAME, loader);
    List<String> surprises = new ArrayList<>();
    for (KnownShape shape : KnownShape.values()) {
      for (int level : LEVELS) {
        boolean compiled = isCompiled(methods.get(shape.name() + "(Ljava/lang/Object;Z)V"), level);
        if (compiled != shape.isCompiled()) {
          surprises.add(
              shape + (compiled ? " is compiled by " : " is refused by ") + compiler(level));
        }
      }
    }
    return surprises;
  }

  void check(ChangedClass changed) {
    Map<String, Executable> methods;
    try {
      methods = methods(changed.name(), after);
    } catch (LinkageError | ClassNotFoundException | SecurityException e) {
      counts.add(Count.NOT_COMPILED, changed.methods().size());
      System.out.println("not compiled: " + changed.name() + ": " + e);
      return;
    }
    for (String key : changed.methods()) {
      if (!isHuge(changed, key)) {
        Executable method = methods.get(RawClass.nameWithoutInitializer(key));
        List<Integer> refusing =
            LEVELS.stream().filter(level -> !isCompiled(method, level)).toList();
        LEVELS.stream()
            .filter(level -> !refusing.contains(level))
            .forEach(level -> counts.add(level == 1 ? Count.COMPILED_C1 : Count.COMPILED_C2));
        refused(changed, key, refusing);
      }
    }
  }

  private void refused(ChangedClass changed, String key, List<Integer> levels) {
    List<Integer> anew =
        levels.stream().filter(level -> !isRefusedBefore(changed, key, level)).toList();
    for (int level : anew) {
      counts.failures.add(
          "no longer compiled by %s: %s.%s".formatted(compiler(level), changed.name(), key));
    }
    if (anew.isEmpty() && !levels.isEmpty()) {
      counts.add(Count.REFUSED_BEFORE);
    }
  }

  private boolean isHuge(ChangedClass changed, String key) {
    int size = changed.codeLengthAfter(key);
    if (size <= HUGE) {
      return false;
    }
    int sizeBefore = changed.codeLengthBefore(key);
    if (sizeBefore > HUGE) {
      counts.add(Count.HUGE_BEFORE);
    } else {
      counts.grownHuge.add(
          "%s.%s: %d bytes, %d before".formatted(changed.name(), key, size, sizeBefore));
    }
    return true;
  }

  private boolean isRefusedBefore(ChangedClass changed, String key, int level) {
    try {
      Executable method = methods(changed.name(), before).get(RawClass.nameWithoutInitializer(key));
      return method != null && !isCompiled(method, level);
    } catch (LinkageError | ClassNotFoundException | SecurityException e) {
      return false;
    }
  }

  private static String compiler(int level) {
    return level == 1 ? "C1" : "C2";
  }

  private static boolean isCompiled(Executable method, int level) {
    return WhiteBox.JVM.compile(method, level) && WhiteBox.JVM.isCompilable(method, level);
  }

  private static Map<String, Executable> methods(String name, ClassLoader loader)
      throws ClassNotFoundException {
    Class<?> c = Class.forName(name.replace('/', '.'), false, loader);
    Map<String, Executable> methods = new HashMap<>();
    for (var method : c.getDeclaredMethods()) {
      methods.put(method.getName() + Type.getMethodDescriptor(method), method);
    }
    for (var constructor : c.getDeclaredConstructors()) {
      methods.put("<init>" + Type.getConstructorDescriptor(constructor), constructor);
    }
    return methods;
  }
}
