// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.visible;

import io.github.loomunpin.agent.runtime.UnpinLoaders;
import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.AddedCodeRules;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.JdkMonitors.KnownCode;
import io.github.loomunpin.rules.mode.JdkSharedLocks;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.mode.ModeAnswers;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.mode.Pinning;
import io.github.loomunpin.rules.option.AgentOptions;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;

/**
 * What the code of a class can see: which classes the names in it mean, as far as that is certain.
 * Every mode is decided from this, be it from bytecode or at run time. It is fixed when the agent
 * starts, apart from what other agents add to the boot loader, so that a mode never changes. Safe
 * for any thread.
 *
 * <p>There are three sources, which {@link #seenBy} puts together for one class:
 *
 * <ol>
 *   <li>the JDK's own classes, for all code: {@link LoadedJdkClasses} for those that are loaded
 *       already, else the JDK's class files. Classes that agents add to the boot loader are
 *       remembered here when it loads them;
 *   <li>{@link ApplicationFiles}, for the code of the JDK's application class loader, which is
 *       known to define what its class path and modules have. So it is certain what names mean
 *       whose classes are still to be loaded;
 *   <li>{@link LoadedClasses}, for the code of every other loader: what the JVM has recorded that a
 *       name means there, and nothing else.
 * </ol>
 *
 * <p>No other loader may be asked, be it a {@link java.net.URLClassLoader}: it may do what it
 * likes, or ask code that does. Such code must not run in a thread that is inside the transformer:
 * the JVM offers no class to an agent while that agent transforms another one on the same thread.
 * Nor may it run on another thread, which may need a lock of the one that waits. Whoever asks a
 * loader for resources changes its state, and the resource need not be the class that it defines.
 * What is not certain is left to the run time, which looks at the class of the object.
 */
public final class VisibleClasses {

  private final ClassIndex jdk;
  private final JdkMonitors jdkMonitors;
  private final ModeQuestions jdkAnswers;
  private final NativeClasses nativeClasses;
  private final JvmQueries jvm;
  private final ApplicationFiles files;

  /** What all code of the JDK's application class loader sees, of which there is one. */
  private final ClassIndex application;

  /**
   * @param jdk the classes of the running JDK, without any of the application
   * @param jdkMonitors which of them lock their own instances
   * @param nativeClasses which classes of the application are native
   */
  VisibleClasses(
      ClassIndex jdk,
      JdkMonitors jdkMonitors,
      NativeClasses nativeClasses,
      JvmQueries jvm,
      ApplicationFiles files) {
    this.jdk = jdk;
    this.jdkMonitors = jdkMonitors;
    this.jdkAnswers = ModeAnswers.ofJdk(jdk, jdkMonitors);
    this.nativeClasses = nativeClasses;
    this.jvm = jvm;
    this.files = files;
    this.application = jdk.withApplication(files);
  }

  /**
   * What classes see on this JVM.
   *
   * @param allLoaded every class that the JVM has loaded so far
   * @param before what was found out about the JDK's code before
   */
  public static VisibleClasses of(AgentOptions options, Class<?>[] allLoaded, KnownCode before) {
    return of(options, allLoaded, before, JvmQueries.OF_RUNTIME);
  }

  /** What classes see on this JVM, by what {@code jvm} says of it instead of the runtime. */
  public static VisibleClasses of(
      AgentOptions options, Class<?>[] allLoaded, KnownCode before, JvmQueries jvm) {
    ApplicationFiles files = new ApplicationFiles(jvm);
    ClassSource jdkFiles =
        new JdkClasses(
            new ClassSource() {
              @Override
              public Optional<byte[]> bytes(String internalName) {
                return jvm.onClassPath(Optional.empty(), internalName);
              }
            });
    ClassIndex jdk = new ClassIndex(new LoadedJdkClasses(allLoaded, jdkFiles), ClassSource.NONE);
    JdkMonitors jdkMonitors = new JdkMonitors(jdk, jdkFiles, before, ConcurrentHashMap.newKeySet());
    for (Class<?> loaded : allLoaded) {
      if (LoadedJdkClasses.isOfBootLoader(loaded) && mayBeAdded(jdk, internalName(loaded))) {
        jdk.addToJdk(LoadedJdkClasses.factsOf(loaded));
      }
    }
    LoadedBefore early = new LoadedBefore(files);
    early.add(allLoaded);
    NativeClasses nativeClasses = new NativeClasses(options.keptNative(), early);
    return new VisibleClasses(jdk, jdkMonitors, nativeClasses, jvm, files);
  }

  /**
   * What the code of a class sees. Its loader may be about to define it: what is said of the class
   * itself holds in its own code only, since the JVM may refuse it. Keeps the loader alive, so it
   * must not be kept.
   */
  public ModeQuestions seenBy(ClassFacts own, ClassLoader loader) {
    return files.areOf(loader)
        ? questions(application, loader, own.name())
        : seenByHidden(own, loader);
  }

  /** What the code of a hidden class sees; other code may know another class of its name. */
  public ModeQuestions seenByHidden(ClassFacts own, ClassLoader loader) {
    return questions(jdk.withApplication(with(own, source(loader))), loader, own.name());
  }

  /** What the code of a loader sees, apart from what a class knows of itself. */
  ModeQuestions seenFrom(ClassLoader loader) {
    return questions(jdk.withApplication(source(loader)), loader, "");
  }

  /** What the code of the JDK's application class loader sees, with nothing cached of its files. */
  public ModeQuestions seenAnew() {
    return ofApplication(jdk.withApplication(files));
  }

  private ModeQuestions ofApplication(ClassIndex index) {
    return questions(index, files.loader().orElse(null), "");
  }

  /**
   * @param own internal name of the class whose code it is
   */
  private ModeQuestions questions(ClassIndex index, ClassLoader loader, String own) {
    return new ModeAnswers(
        index,
        jdkMonitors,
        nativeClasses.namedIn(loader, files.areOf(loader), own),
        nativeClasses.mayNameSubclasses());
  }

  /** What is certain of the classes that a loader sees, for a while only. */
  ClassSource source(ClassLoader loader) {
    return files.areOf(loader)
        ? files
        : new LoadedClasses(
            jvm,
            loader,
            jdk,
            new Predicate<>() {
              @Override
              public boolean test(String name) {
                return nativeClasses.loadedBefore().hasName(name);
              }
            });
  }

  /** These classes with another in place of the one of that name. */
  static ClassSource with(ClassFacts own, ClassSource others) {
    return new ClassSource() {
      @Override
      public Optional<byte[]> bytes(String internalName) {
        return others.bytes(internalName);
      }

      @Override
      public Optional<ClassFacts> facts(String internalName) {
        return internalName.equals(own.name()) ? Optional.of(own) : others.facts(internalName);
      }

      @Override
      public boolean mayShadowJdk() {
        return others.mayShadowJdk();
      }
    };
  }

  /** What the code of the JDK's own loaders sees, with what was added to these. */
  public ModeQuestions jdk() {
    return jdkAnswers;
  }

  /** Whether this class of the JDK has been converted as a whole. */
  public boolean isConverted(String internalName) {
    return JdkMonitors.convertible().contains(internalName)
        && jdkMonitors.converted().contains(internalName);
  }

  /** Whether methods of this class of the JDK lock natively that could have been converted. */
  public boolean isKeptByJdk(String internalName) {
    return JdkMonitors.convertible().contains(internalName) && !isConverted(internalName);
  }

  /** Internal names of the JDK's classes whose objects are virtual although its code locks them. */
  public Set<String> converted() {
    return jdkMonitors.converted();
  }

  /**
   * Takes note of every class of the JDK that could be converted, where nothing is.
   *
   * @param loadedBefore what can be converted no more as a whole
   */
  public void addConvertible(Class<?>[] loadedBefore, AgentOptions options) {
    Set<String> loaded = new HashSet<>();
    for (Class<?> each : loadedBefore) {
      loaded.add(internalName(each));
    }
    for (String name : JdkMonitors.convertedAtStart()) {
      String above = jdk.findInJdk(name).map(ClassFacts::superName).orElse("");
      if (!loaded.contains(name) && options.convertsOfJdk(name) && !isKeptByJdk(above)) {
        addConverted(name);
      }
    }
    addLockedInBlocks(false, options);
    addLockedInBlocks(true, options);
  }

  /** Takes note that this class of the JDK is converted as a whole, before it is used. */
  public void addConverted(String internalName) {
    jdkMonitors.converted().add(internalName);
  }

  /**
   * Lets objects of the classes be virtual that code of the JDK locks in blocks alone.
   *
   * @param ofCollections whether those that concurrent collections are made of, or the others
   */
  public void addLockedInBlocks(boolean ofCollections, AgentOptions options) {
    // JDKs whose monitors do not pin have synchronized methods there again.
    boolean areBlocksAlone = Pinning.monitorsPinOn(Runtime.version().feature());
    for (String name : JdkMonitors.lockedInBlocks()) {
      if (JdkSharedLocks.isOfCollection(name) == ofCollections
          && options.convertsOfJdk(name)
          && (areBlocksAlone || !JdkSharedLocks.isThisRewritten(name))) {
        addConverted(name);
      }
    }
  }

  /** Lets the objects of a class of the JDK be native that is being loaded with other code. */
  public void forgetConverted(String internalName) {
    jdkMonitors.converted().remove(internalName);
  }

  /** Lets the objects of all these classes be native. */
  public void forgetConverted() {
    jdkMonitors.converted().clear();
  }

  /** The rules for a class that was added to the boot or platform loader. */
  public ModeRules addedRules(String internalName) {
    return new AddedCodeRules(jdkAnswers, internalName);
  }

  /** The application's classes whose objects stay native. */
  public NativeClasses nativeClasses() {
    return nativeClasses;
  }

  /** The JDK's own application class loader; empty if it cannot be found. */
  public Optional<ClassLoader> application() {
    return files.loader();
  }

  /** The JDK's own loaders but the boot loader. */
  public List<ClassLoader> loadersOfJdk() {
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    return files.loader().isPresent() ? List.of(platform, files.loader().get()) : List.of(platform);
  }

  /** The class file of a class that this loader has defined, if that is known. */
  public Optional<byte[]> classFile(ClassLoader loader, String internalName) {
    return files.areOf(loader) ? files.bytes(internalName) : Optional.empty();
  }

  /**
   * Remembers a class that a loader is defining, if it is the JDK's application class loader. The
   * class file on its class path may have been replaced, or another agent may make another class of
   * it, before or after this agent sees it. Code that was rewritten earlier may have been judged by
   * what was known then.
   *
   * @return the problem if that has happened
   */
  public Optional<String> define(ClassFacts now, ClassLoader loader) {
    if (!files.areOf(loader)) {
      return Optional.empty();
    }
    Optional<ClassFacts> before = application.add(now);
    return before.isEmpty() ? Optional.empty() : compare(before.get(), now);
  }

  private Optional<String> compare(ClassFacts before, ClassFacts now) {
    if (before.superName().equals(now.superName()) && before.isInterface() == now.isInterface()) {
      return Optional.empty();
    }
    ClassIndex then = jdk.withApplication(files);
    then.add(before);
    Mode judged = modeIn(then, now.name());
    if (judged == Mode.RUNTIME || judged == modeIn(application, now.name())) {
      return Optional.empty();
    }
    return Optional.of(
        now.name().replace('/', '.')
            + ": its class file extends "
            + before.superName().replace('/', '.')
            + ", not "
            + now.superName().replace('/', '.')
            + " as the class does, by which other classes may have been rewritten");
  }

  private Mode modeIn(ClassIndex index, String internalName) {
    return new ModeRules(ofApplication(index)).ofThis(internalName).mode();
  }

  /**
   * Whether a class of the boot loader is perhaps not one of the JDK's own.
   *
   * @param name null for a class that has none
   */
  public boolean mayBeAddedToBoot(String name) {
    return name != null && mayBeAdded(jdk, name);
  }

  private static boolean mayBeAdded(ClassIndex jdk, String name) {
    return !LoadedJdkClasses.isInPackageOfJdk(name) && !jdk.isJdk(name);
  }

  /** Whether code was judged by a class of that name as if its objects were virtual. */
  public boolean isJudgedVirtual(String name) {
    return application.hasFound(name) && modeIn(application, name) == Mode.VIRTUAL;
  }

  /**
   * Remembers a class that another agent has added to the boot loader. Its file may be found on the
   * class path only, as if it were the application's.
   */
  public void addToBoot(byte[] classFile) {
    jdk.addToJdk(ClassFacts.read(classFile, true));
  }

  private static String internalName(Class<?> c) {
    return c.getName().replace('.', '/');
  }

  /** What can be asked about class loaders without running code of the application. */
  public interface JvmQueries {

    /** By the runtime's class for it. Where the JDK is none as expected: no answers. */
    JvmQueries OF_RUNTIME =
        new JvmQueries() {
          @Override
          public Optional<Class<?>> loaded(ClassLoader loader, String internalName) {
            try {
              return Optional.ofNullable(
                  UnpinLoaders.loaded(loader, internalName.replace('/', '.')));
            } catch (RuntimeException | LinkageError e) {
              return Optional.empty();
            }
          }

          @Override
          public Optional<ClassLoader> loaderOf(Class<?> c) {
            return Optional.ofNullable(UnpinLoaders.loaderOf(c));
          }

          @Override
          public Optional<byte[]> onClassPath(Optional<ClassLoader> loader, String internalName) {
            try {
              return Optional.ofNullable(
                  UnpinLoaders.onClassPath(loader.orElse(null), internalName + ".class"));
            } catch (IOException | RuntimeException | LinkageError | InternalError e) {
              return Optional.empty();
            }
          }
        };

    /**
     * The class that this name means in all code of a loader, as far as the JVM has recorded it.
     * Nothing is known of the JDK's own three loaders.
     */
    Optional<Class<?>> loaded(ClassLoader loader, String internalName);

    /** The loader that has defined a class; empty for the boot loader. */
    Optional<ClassLoader> loaderOf(Class<?> c);

    /**
     * A class file on the class path of one of the JDK's own loaders.
     *
     * @param loader empty for the boot loader
     */
    Optional<byte[]> onClassPath(Optional<ClassLoader> loader, String internalName);
  }

  /**
   * The classes that the JVM has recorded for a loader of the application: what their names mean in
   * its code is certain. Nothing is for other names, not even for those of the JDK's classes,
   * because the loader may define what it likes. Keeps the loader alive, so it is for a while only.
   *
   * @param isLeftOut whether nothing is said of the classes of that name, and of those below one
   */
  record LoadedClasses(
      JvmQueries jvm, ClassLoader loader, ClassIndex jdk, Predicate<String> isLeftOut)
      implements ClassSource {

    @Override
    public boolean mayShadowJdk() {
      return true;
    }

    /** None: a loaded class is judged by itself. */
    @Override
    public Optional<byte[]> bytes(String internalName) {
      return Optional.empty();
    }

    @Override
    public Optional<ClassFacts> facts(String internalName) {
      Optional<Class<?>> loaded = jvm.loaded(loader, internalName);
      return loaded.isPresent() ? factsOf(loaded.get()) : Optional.empty();
    }

    /** Empty if it is left out, or one above it is, or is in a JDK's loader but not the JDK's. */
    private Optional<ClassFacts> factsOf(Class<?> c) {
      String name = internalName(c);
      Optional<ClassLoader> definer = jvm.loaderOf(c);
      if (definer.isEmpty() || definer.get() == ClassLoader.getPlatformClassLoader()) {
        return jdk.findInJdk(name);
      }
      if (isLeftOut.test(name)) {
        return Optional.empty();
      }
      Class<?> superclass = c.isInterface() ? Object.class : c.getSuperclass();
      Optional<ClassFacts> above = factsOf(superclass);
      if (above.isEmpty()) {
        return above;
      }
      return Optional.of(
          new ClassFacts(
              name,
              internalName(superclass),
              Serializable.class.isAssignableFrom(c) ? List.of("java/io/Serializable") : List.of(),
              c.isInterface() ? Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT : 0,
              false,
              above));
    }
  }
}
