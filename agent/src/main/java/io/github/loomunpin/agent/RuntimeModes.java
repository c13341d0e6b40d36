// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent;

import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.runtime.UnpinModes;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.mode.JdkMonitors;
import java.util.function.Predicate;

/**
 * The mode function of {@link io.github.loomunpin.rules.mode.ModeRules} for classes that are
 * loaded: what could not be decided from bytecode is decided here, from the real superclasses, by
 * the same rules.
 */
final class RuntimeModes extends UnpinModes {

  private final ClassIndex index;
  private final JdkMonitors jdk;
  private final Predicate<String> keepNative;
  private final MonitorTransformer transformer;
  private final Outcome outcome;
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  private RuntimeModes(
      ClassIndex index,
      JdkMonitors jdk,
      Predicate<String> keepNative,
      MonitorTransformer transformer,
      Outcome outcome) {
    this.index = index;
    this.transformer = transformer;
    this.jdk = jdk;
    this.keepNative = keepNative;
    this.outcome = outcome;
  }

  /** Makes these modes the runtime's own. The runtime must be installed. */
  static void use(
      ClassIndex index,
      JdkMonitors jdk,
      Predicate<String> keepNative,
      MonitorTransformer transformer,
      Outcome outcome) {
    UnpinControl.setModes(new RuntimeModes(index, jdk, keepNative, transformer, outcome));
  }

  @Override
  public boolean isNativeClass(Class<?> c) {
    if (isJdk(c)) {
      return !JdkMonitors.isVirtual(internalName(c));
    }
    Class<?> at = c;
    for (; !isJdk(at); at = at.getSuperclass()) {
      if (keepNative.test(internalName(at))) {
        return true;
      }
    }
    return jdk.lockingAncestor(internalName(at)).isPresent();
  }

  @Override
  public boolean isNativeMirror(Class<?> c) {
    Class<?> element = c;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return isJdk(element) || keepNative.test(internalName(element));
  }

  @Override
  public byte[] rewriteHidden(ClassLoader loader, byte[] classFile) {
    byte[] rewritten = transformer.transformHidden(loader, classFile);
    return rewritten == null ? classFile : rewritten;
  }

  @Override
  public void report(String message) {
    outcome.warn(message);
  }

  /**
   * By loader, or by name: where a loader looks at its own classes first, a class may shadow one of
   * the JDK, and bytecode that names it cannot tell which of the two it will get.
   */
  private boolean isJdk(Class<?> c) {
    ClassLoader loader = c.getClassLoader();
    return loader == null || loader == platform || index.isJdk(internalName(c));
  }

  private static String internalName(Class<?> c) {
    return c.getName().replace('.', '/');
  }
}
