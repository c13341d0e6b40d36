// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.transform.LaterChanges;
import io.github.loomunpin.agent.transform.MethodTable;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Does for the JDK's rewritten classes what {@link LaterChanges} does for the application's: looks
 * after the transformers of other agents, which the JVM asks after this one's. Some start from the
 * JDK's own class file instead of the one that they are given, which has the monitors again that
 * this agent has converted; others put code into synchronized methods. What they make of a class is
 * rewritten once more where it differs. Safe for any thread.
 */
final class JdkChanges {

  private final JdkRewriting jdk;
  private final VisibleClasses classes;
  private final Outcome outcome;

  JdkChanges(JdkRewriting jdk, VisibleClasses classes, Outcome outcome) {
    this.jdk = jdk;
    this.classes = classes;
    this.outcome = outcome;
  }

  /** As {@link LaterChanges#transform}, for a class of the JDK's loaders. */
  byte[] transform(
      ClassFileTransformer transformer,
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile)
      throws IllegalClassFormatException {
    if (className == null
        || LaterChanges.isOwn(transformer)
        || !jdk.isRewritten(className, classFile)) {
      return transformer.transform(
          module, loader, className, classBeingRedefined, domain, classFile);
    }
    Set<String> unflagged = unflagged(className, classFile);
    byte[] shown =
        unflagged.isEmpty() ? classFile : new MethodTable(classFile).withSynchronized(unflagged);
    // Some write into what they are given.
    byte[] changed =
        transformer.transform(
            module, loader, className, classBeingRedefined, domain, shown.clone());
    if (changed == null || Arrays.equals(changed, shown)) {
      return null;
    }
    if (!ClassFilePeek.at(changed).isReadable()) {
      return changed; // for the JVM to refuse
    }
    return LaterChanges.rewritten(
        new Change(className, unflagged, classFile, changed, classBeingRedefined != null),
        transformer,
        className,
        outcome);
  }

  /**
   * The methods, by name and descriptor, that have lost their synchronized flag in this class file.
   */
  private Set<String> unflagged(String internalName, byte[] classFile) {
    if (!classes.isConverted(internalName)) {
      return Set.of();
    }
    Optional<byte[]> file = classes.jdk().bytes(internalName);
    if (file.isEmpty()) {
      return Set.of();
    }
    MethodTable now = new MethodTable(classFile);
    Set<String> unflagged = new HashSet<>();
    for (String method : new MethodTable(file.get()).synchronizedFlags().keySet()) {
      if (now.has(method) && !now.isSynchronized(method)) {
        unflagged.add(method);
      }
    }
    return unflagged;
  }

  /** As {@link LaterChanges#declaredFlags}, for classes of the boot loader. */
  int[] declaredFlags(Class<?> c, Method[] methods) {
    String name = c.getName().replace('.', '/');
    if (!classes.isConverted(name)) {
      return null;
    }
    Optional<byte[]> file = classes.jdk().bytes(name);
    if (file.isEmpty()) {
      return null;
    }
    return MethodTable.declaredFlags(methods, new MethodTable(file.get()).synchronizedFlags());
  }

  private final class Change extends Job<byte[]> {

    private final String name;
    private final Set<String> unflagged;
    private final byte[] before;
    private final byte[] after;
    private final boolean isLoaded;

    Change(String name, Set<String> unflagged, byte[] before, byte[] after, boolean isLoaded) {
      this.name = name;
      this.unflagged = unflagged;
      this.before = before;
      this.after = after;
      this.isLoaded = isLoaded;
    }

    @Override
    protected byte[] work() {
      return jdk.rewriter()
          .rewriteChanged(classes.isConverted(name), unflagged, before, after, isLoaded);
    }
  }
}
