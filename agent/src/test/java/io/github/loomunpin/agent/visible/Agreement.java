// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.visible;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import io.github.loomunpin.rules.operand.PrivateLocks;
import io.github.loomunpin.rules.site.MethodMonitors;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Compares, for loaded classes, what {@link ModeRules} makes of their names in bytecode with what
 * {@link RuntimeModes} makes of the classes themselves. A decision that bytecode leaves to the run
 * time agrees with everything.
 */
final class Agreement {

  private static final JdkClasses JDK_CLASSES = new JdkClasses();
  private static final ClassIndex JDK_INDEX = new ClassIndex(JDK_CLASSES, ClassSource.NONE);
  private static final JdkMonitors JDK = new JdkMonitors(JDK_INDEX, JDK_CLASSES);

  private final Map<ClassLoader, ModeRules> rules = new HashMap<>();
  private final VisibleClasses classes;
  private final RuntimeModes runtime;
  private final List<String> differences = new ArrayList<>();
  private final Map<Mode, Integer> decided = new HashMap<>();

  Agreement(NativeClasses kept) {
    this.classes =
        new VisibleClasses(JDK_INDEX, JDK, kept, TestQueries.ALL_LOADED, TestQueries.FILES);
    this.runtime = new RuntimeModes(classes);
  }

  List<String> differences() {
    return differences;
  }

  /** How often bytecode gave this answer. */
  int decided(Mode mode) {
    return decided.getOrDefault(mode, 0);
  }

  /** The rules for bytecode of this loader. */
  private ModeRules rules(ClassLoader loader) {
    return rules.computeIfAbsent(loader, each -> new ModeRules(classes.seenFrom(each)));
  }

  /** Compares what the code of each loader that has to do with the class could say about it. */
  void check(Class<?> c) {
    Set<ClassLoader> loaders = new LinkedHashSet<>();
    for (Class<?> at = c; at != null; at = at.getSuperclass()) {
      ClassLoader loader = at.getClassLoader();
      // Rewritten code is that of application loaders, whatever it locks.
      loaders.add(isOfTheJdk(loader) ? ClassLoader.getSystemClassLoader() : loader);
    }
    loaders.forEach(loader -> check(c, rules(loader), loader));
  }

  private static boolean isOfTheJdk(ClassLoader loader) {
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  private void check(Class<?> c, ModeRules rules, ClassLoader loader) {
    boolean named = isNamed(c, loader);
    if (named && !c.isPrimitive()) {
      compare(rules.ofMirror(Type.getInternalName(c)), mode(c, Class.class), c, "its literal");
    }
    boolean hasObjects = c.isArray() || !Modifier.isAbstract(c.getModifiers());
    if (!hasObjects) {
      return;
    }
    if (named) {
      OperandValue made = new OperandValue(1, Kind.NEW, Type.getType(c), c.getName(), null, true);
      compare(rules.of(made, "", "", PrivateLocks.NONE), mode(null, c), c, "a new one");
    }
    for (Class<?> at = c; at != null; at = at.getSuperclass()) {
      if (isNamed(at, loader)) {
        compareVariable(rules, at, c);
      }
      for (Class<?> type : at.getInterfaces()) {
        if (isNamed(type, loader)) {
          compareVariable(rules, type, c);
        }
      }
    }
  }

  private void compareVariable(ModeRules rules, Class<?> type, Class<?> c) {
    OperandValue variable =
        new OperandValue(1, Kind.PARAMETER, Type.getType(type), "1", null, true);
    compare(
        rules.of(variable, "", "", PrivateLocks.NONE),
        mode(null, c),
        c,
        "one in a variable of " + type);
  }

  /** Whether the name of the class means that class in the code of this loader. */
  private static boolean isNamed(Class<?> c, ClassLoader loader) {
    if (c.isHidden()) {
      return false;
    }
    try {
      return Class.forName(c.getName(), false, loader) == c;
    } catch (ClassNotFoundException | LinkageError e) {
      return c.isArray() || c.isPrimitive();
    }
  }

  /** Compares what the code of a class says about itself; a hidden one has no name elsewhere. */
  void checkOwnCode(Class<?> c, byte[] classFile) {
    String name = new ClassReader(classFile).getClassName();
    ClassLoader loader = c.getClassLoader();
    ClassFacts own = ClassFacts.read(classFile, false);
    ModeRules rules = new ModeRules(classes.seenByHidden(own, loader));
    compare(rules.ofThis(name), mode(null, c), c, "this");
    compare(rules.ofExactClass(name), mode(null, c), c, "a new one");
    compare(rules.ofMirror(name), mode(c, Class.class), c, "its literal");
    check(c, rules, loader);
  }

  /** Compares for a method that locks one object and returns it. */
  void checkLocked(ClassNode owner, MethodNode method, Object locked, ClassLoader loader)
      throws AnalyzerException {
    ModeRules rules = rules(loader);
    MethodMonitors monitors =
        MethodMonitors.of(owner.name, method, rules, rules.privateLocks(owner));
    for (MethodMonitors.Use use : monitors.uses().values()) {
      Mode actual = mode(locked, locked.getClass());
      compare(use.decision(), actual, locked.getClass(), method.name + " locks it");
    }
  }

  /** As {@code UnpinMonitors.isNative} for an object that was never given to the JDK. */
  private Mode mode(Object o, Class<?> c) {
    boolean isNative;
    if (c == Class.class) {
      isNative = o == null || runtime.isNativeMirror((Class<?>) o);
    } else {
      isNative = c != Object.class && !c.isArray() && runtime.isNativeClass(c);
    }
    return isNative ? Mode.NATIVE : Mode.VIRTUAL;
  }

  private void compare(Decision decision, Mode actual, Class<?> c, String what) {
    decided.merge(decision.mode(), 1, Integer::sum);
    if (decision.mode() != Mode.RUNTIME && decision.mode() != actual) {
      differences.add(
          c.getName() + ", " + what + ": " + decision + " in bytecode, but really " + actual);
    }
  }
}
