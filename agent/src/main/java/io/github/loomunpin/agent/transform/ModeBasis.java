// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.AddedCodeRules;
import io.github.loomunpin.rules.mode.JdkCodeRules;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.JdkMonitors.KnownCode;
import io.github.loomunpin.rules.mode.ModeAnswers;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.option.AgentOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What every mode is decided from, be it from bytecode or at run time. It is fixed when the agent
 * starts, apart from what other agents add to the boot loader, so that a mode never changes.
 *
 * @param jdkIndex the classes of the running JDK, without any of the application
 * @param jdk which of them lock their own instances
 * @param nativeClasses which classes of the application are native
 * @param loaders what is certain about the application's classes
 */
public record ModeBasis(
    ClassIndex jdkIndex, JdkMonitors jdk, NativeClasses nativeClasses, LoaderClasses loaders) {

  /**
   * The basis for this JVM.
   *
   * @param allLoaded every class that the JVM has loaded so far
   */
  public static ModeBasis of(AgentOptions options, Class<?>[] allLoaded) {
    return of(options, allLoaded, KnownCode.NONE);
  }

  /** The same with what was found out about the JDK's code before. */
  public static ModeBasis of(AgentOptions options, Class<?>[] allLoaded, KnownCode before) {
    return of(options, allLoaded, before, LoaderQueries.OF_JVM);
  }

  static ModeBasis of(AgentOptions options, Class<?>[] allLoaded, LoaderQueries queries) {
    return of(options, allLoaded, KnownCode.NONE, queries);
  }

  private static ModeBasis of(
      AgentOptions options, Class<?>[] allLoaded, KnownCode before, LoaderQueries queries) {
    LoaderClasses loaders = new LoaderClasses(queries);
    ClassSource jdkClasses =
        new JdkClasses(
            new ClassSource() {
              @Override
              public Optional<byte[]> bytes(String internalName) {
                return queries.onClassPath(Optional.empty(), internalName);
              }
            });
    ClassIndex jdkIndex =
        new ClassIndex(new LoadedJdkClasses(allLoaded, jdkClasses), ClassSource.NONE);
    JdkMonitors jdk = new JdkMonitors(jdkIndex, jdkClasses, before);
    new BootClasses(jdkIndex).addMissing(allLoaded);
    LoadedBefore early = new LoadedBefore(loaders);
    early.add(allLoaded);
    return new ModeBasis(
        jdkIndex, jdk, new NativeClasses(options.include(), options.exclude(), early), loaders);
  }

  /**
   * Classes that were loaded before the agent and may have monitors, which stay native. Forgets
   * them, but not that they are native.
   */
  public List<Class<?>> takeLoadedBefore() {
    return nativeClasses.loadedBefore().takeLocking();
  }

  /**
   * Says which classes count as loaded before, when no class has been rewritten yet, but every one
   * will be from now on. Returns the names of those that may have been taken for classes that will
   * be.
   */
  public List<String> setLoadedBefore(Class<?>[] allLoaded) {
    return nativeClasses.loadedBefore().close(allLoaded);
  }

  /** An index of what is certain about the classes that the code of a loader can name. */
  ClassIndex index(ClassLoader loader) {
    return jdkIndex.withApplication(source(loader));
  }

  /** The same for the code of a class that may be hidden or about to be defined. */
  ClassIndex indexForCodeOf(ClassFacts own, ClassLoader loader) {
    return jdkIndex.withApplication(LoaderClasses.with(own, source(loader)));
  }

  private ClassSource source(ClassLoader loader) {
    return loaders.of(
        loader,
        jdkIndex,
        new Predicate<>() {
          @Override
          public boolean test(String name) {
            return nativeClasses.loadedBefore().hasName(name);
          }
        });
  }

  /** The rules for bytecode of the JDK's application class loader, which sees these classes. */
  ModeRules rules(ClassIndex index) {
    return new ModeRules(questions(index, loaders.application().orElse(null), ""));
  }

  /**
   * What can be asked by the rewriting of bytecode.
   *
   * @param index the classes that it sees
   * @param loader its loader
   * @param own internal name of its class
   */
  ModeQuestions questions(ClassIndex index, ClassLoader loader, String own) {
    return new ModeAnswers(
        index,
        jdk,
        nativeClasses.namedIn(loader, loaders.isApplication(loader), own),
        nativeClasses.mayNameSubclasses());
  }

  /** The rules for the JDK's own code. */
  ModeRules jdkRules() {
    return new JdkCodeRules(jdkIndex, jdk);
  }

  /** The rules for a class that was added to the boot or platform loader. */
  ModeRules addedRules(String internalName) {
    return new AddedCodeRules(jdkIndex, jdk, internalName);
  }
}
