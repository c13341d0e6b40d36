// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.visible;

import io.github.loomunpin.agent.runtime.UnpinControl;

/**
 * The mode function of {@link io.github.loomunpin.rules.mode.ModeRules} for classes that are
 * loaded: what could not be decided from bytecode is decided here, from the real superclasses, by
 * the same rules.
 */
public final class RuntimeModes {

  private final VisibleClasses classes;
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  /** By what was said of these classes when bytecode was decided. */
  public RuntimeModes(VisibleClasses classes) {
    this.classes = classes;
  }

  /** True if instances of exactly this class are locked natively. */
  public boolean isNativeClass(Class<?> c) {
    if (isJdk(c)) {
      return !classes.jdk().isVirtualInJdk(internalName(c)) || inheritsNativeLocking(c);
    }
    Class<?> at = c;
    for (; !isJdk(at); at = at.getSuperclass()) {
      if (isKept(at)) {
        return true;
      }
    }
    return classes.jdk().lockingAncestor(internalName(at)).isPresent();
  }

  /**
   * Whether a class of the JDK inherits methods of one that could have been converted. Bytecode
   * does not decide about such a class: it is in {@code jdk-converted-internal.txt}, and no code
   * outside its package can name it. A class that others can name is converted only after those
   * that it inherits from.
   */
  private boolean inheritsNativeLocking(Class<?> c) {
    for (Class<?> at = c.getSuperclass(); at != null; at = at.getSuperclass()) {
      if (classes.isKeptByJdk(internalName(at))) {
        return true;
      }
    }
    return false;
  }

  /** True if the {@code Class} object itself is locked natively. */
  public boolean isNativeMirror(Class<?> c) {
    Class<?> element = c;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    String name = internalName(element);
    return isJdk(element)
        || classes.jdk().isJdk(name) && !classes.jdk().isAddedToJdk(name)
        || isKept(element);
  }

  private boolean isKept(Class<?> c) {
    return classes.nativeClasses().test(UnpinControl.loaderOf(c), internalName(c));
  }

  private boolean isJdk(Class<?> c) {
    ClassLoader loader = UnpinControl.loaderOf(c);
    return loader == null || loader == platform;
  }

  /** The name in the class file, to which the JVM adds a slash and a number for a hidden class. */
  private static String internalName(Class<?> c) {
    String name = c.getName();
    return (c.isHidden() ? name.substring(0, name.lastIndexOf('/')) : name).replace('.', '/');
  }
}
