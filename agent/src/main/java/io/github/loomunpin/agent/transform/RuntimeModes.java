// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.runtime.UnpinAgentLink;
import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.mode.JdkMonitors;
import java.util.function.Predicate;

/**
 * The mode function of {@link io.github.loomunpin.rules.mode.ModeRules} for classes that are
 * loaded: what could not be decided from bytecode is decided here, from the real superclasses, by
 * the same rules.
 */
public final class RuntimeModes extends UnpinAgentLink {

  private final ClassIndex index;
  private final JdkMonitors jdk;
  private final Predicate<String> keepNative;
  private final MonitorTransformer transformer;
  private final Outcome outcome;
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  RuntimeModes(
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
  public static void use(
      ClassIndex index,
      JdkMonitors jdk,
      Predicate<String> keepNative,
      MonitorTransformer transformer,
      Outcome outcome) {
    UnpinControl.connect(new RuntimeModes(index, jdk, keepNative, transformer, outcome));
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
    String name = internalName(element);
    return isJdk(element)
        || index.isJdk(name) && !index.isAddedToJdk(name)
        || keepNative.test(name);
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

  private boolean isJdk(Class<?> c) {
    ClassLoader loader = c.getClassLoader();
    return loader == null || loader == platform;
  }

  /** The name in the class file, to which the JVM adds a slash and a number for a hidden class. */
  private static String internalName(Class<?> c) {
    String name = c.getName();
    return (c.isHidden() ? name.substring(0, name.lastIndexOf('/')) : name).replace('.', '/');
  }
}
