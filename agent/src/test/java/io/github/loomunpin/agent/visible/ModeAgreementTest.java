// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.visible;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.program.Programs;
import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.mode.NameGlobs;
import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The mode of an object is decided twice, from bytecode and from its class; were the two ever to
 * differ, mutual exclusion would be lost.
 */
class ModeAgreementTest {

  private static LoadedBefore noneLoaded() {
    return new LoadedBefore(TestQueries.FILES);
  }

  private static final NativeClasses NONE_KEPT = new NativeClasses(KeptNative.NONE, noneLoaded());

  /** The short form looks at one class in so many; each is a question of its own. */
  private static final int STEP = "long".equals(System.getProperty("torture")) ? 1 : 10;

  private static final List<Class<?>> LIBRARIES = new ArrayList<>();
  private static final List<Class<?>> JDK = new ArrayList<>();

  @BeforeAll
  static void loadClasses() throws IOException {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        loadAll(path, LIBRARIES);
      } else if (Files.isReadable(path)) {
        try (FileSystem jar = FileSystems.newFileSystem(path)) {
          loadAll(jar.getPath("/"), LIBRARIES);
        }
      }
    }
    FileSystem modules = FileSystems.getFileSystem(URI.create("jrt:/"));
    for (String module : List.of("java.base", "java.logging", "java.sql", "java.management")) {
      for (String folder : List.of("java", "javax")) {
        loadAll(modules.getPath("/modules", module), folder, JDK);
      }
    }
  }

  private static void loadAll(Path root, List<Class<?>> loaded) throws IOException {
    loadAll(root, "", loaded);
  }

  /** Loads what can be loaded, and initializes none of it. */
  private static void loadAll(Path root, String folder, List<Class<?>> loaded) throws IOException {
    if (!Files.isDirectory(root.resolve(folder))) {
      return;
    }
    try (Stream<Path> files = Files.walk(root.resolve(folder))) {
      List<Path> sorted =
          files.filter(each -> each.toString().endsWith(".class")).sorted().toList();
      for (int i = 0; i < sorted.size(); i += STEP) {
        String name = root.relativize(sorted.get(i)).toString();
        try {
          loaded.add(
              Class.forName(
                  name.substring(0, name.length() - ".class".length()).replaceAll("[/\\\\]", "."),
                  false,
                  ClassLoader.getSystemClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
          // A class of a multi-release jar, or one whose superclass is optional.
        }
      }
    }
  }

  @Test
  void about_the_classes_of_libraries_and_of_the_jdk() {
    Agreement agreement = new Agreement(NONE_KEPT);

    LIBRARIES.forEach(agreement::check);
    JDK.forEach(agreement::check);

    assertThat(agreement.differences()).isEmpty();
    assertThat(agreement.decided(Mode.VIRTUAL)).isGreaterThan(10_000 / STEP);
    assertThat(agreement.decided(Mode.NATIVE)).isGreaterThan(5_000 / STEP);
    assertThat(agreement.decided(Mode.RUNTIME)).isGreaterThan(10_000 / STEP);
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "-, org.*",
        "-, **.Abstract*;com.fasterxml.**",
        "org.*, -",
        "**.?ode*;com.*, com.fasterxml.jackson.databind.*",
      },
      nullValues = "-")
  void about_classes_that_are_excluded_or_not_included(String include, String exclude) {
    NameGlobs included = NameGlobs.parse(include == null ? "" : include);
    NameGlobs excluded = NameGlobs.parse(exclude == null ? "" : exclude);
    Agreement agreement =
        new Agreement(new NativeClasses(new KeptNative(included, excluded), noneLoaded()));

    LIBRARIES.forEach(agreement::check);

    assertThat(agreement.differences()).isEmpty();
    assertThat(agreement.decided(Mode.VIRTUAL)).isGreaterThan(1_000 / STEP);
    assertThat(agreement.decided(Mode.NATIVE)).isGreaterThan(1_000 / STEP);
  }

  @Test
  void about_classes_that_were_loaded_before_the_agent() {
    Class<?>[] early = LIBRARIES.subList(0, LIBRARIES.size() / 2).toArray(Class<?>[]::new);
    LoadedBefore before = noneLoaded();
    before.add(early);
    Agreement agreement = new Agreement(new NativeClasses(KeptNative.NONE, before));

    LIBRARIES.forEach(agreement::check);

    assertThat(before.takeLocking()).isNotEmpty();
    assertThat(agreement.differences()).isEmpty();
  }

  /** Several loaders have classes of the same names, of which some were loaded before. */
  @ParameterizedTest
  @CsvSource({"app.Above", "app.Below", "app.Above;app.Below", "app.Lowest"})
  void about_classes_that_share_their_names_with_some_that_were_loaded_before(String early)
      throws Exception {
    MadeClasses one = family();
    MadeClasses other = family();
    LoadedBefore before = noneLoaded();
    for (String name : early.split(";")) {
      before.add(one.loadClass(name));
    }
    Agreement agreement = new Agreement(new NativeClasses(KeptNative.NONE, before));

    for (String name : List.of("app.Above", "app.Below", "app.Lowest", "app.Beside")) {
      for (MadeClasses made : List.of(one, other)) {
        agreement.check(made.loadClass(name));
        agreement.checkOwnCode(made.loadClass(name), made.classFiles.get(name));
      }
    }
    agreement.check(new MadeClasses("app.Child", "app.Below", one).loadClass("app.Child"));
    agreement.check(new MadeClasses("app.Child", "app.Below", other).loadClass("app.Child"));

    assertThat(agreement.differences()).isEmpty();
    assertThat(agreement.decided(Mode.NATIVE)).isPositive();
    assertThat(agreement.decided(Mode.VIRTUAL)).isPositive();
  }

  private static MadeClasses family() {
    return new MadeClasses("app.Above", "java.lang.Object")
        .add("app.Below", "app.Above")
        .add("app.Lowest", "app.Below")
        .add("app.Beside", "app.Above");
  }

  @Test
  void about_objects_that_code_locks() throws Exception {
    Agreement agreement = new Agreement(NONE_KEPT);
    ClassNode owner = new ClassNode();
    new ClassReader(Programs.classFile(LockedOperands.class)).accept(owner, 0);

    for (Method method : LockedOperands.class.getDeclaredMethods()) {
      if (method.getReturnType() == Object.class) {
        MethodNode code =
            owner.methods.stream().filter(m -> m.name.equals(method.getName())).findFirst().get();
        agreement.checkLocked(
            owner, code, method.invoke(null), LockedOperands.class.getClassLoader());
      }
    }

    assertThat(agreement.differences()).isEmpty();
    assertThat(agreement.decided(Mode.VIRTUAL)).isPositive();
    assertThat(agreement.decided(Mode.NATIVE)).isPositive();
  }

  enum Constants {
    PLAIN,
    WITH_BODY {}
  }

  record Pair(int a, int b) {}

  static final class Early extends Thread {}

  @Test
  void about_classes_of_every_kind() throws Exception {
    Agreement agreement = new Agreement(NONE_KEPT);
    Runnable lambda = () -> {};
    ClassLoader loader = ModeAgreementTest.class.getClassLoader();
    Object proxy =
        Proxy.newProxyInstance(loader, new Class<?>[] {Runnable.class}, (p, m, a) -> null);

    for (Object o :
        List.of(
            new int[0],
            new Pair[0][0],
            new String[0],
            Constants.PLAIN,
            Constants.WITH_BODY,
            TimeUnit.DAYS,
            new Pair(1, 2),
            lambda,
            proxy,
            new Early(),
            MethodHandles.lookup(),
            new Object() {})) {
      agreement.check(o.getClass());
      agreement.check(o.getClass().arrayType());
    }

    assertThat(agreement.differences()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "**.Hidden", "io.github.*", "**.LockedOperands$MyList"})
  void about_hidden_classes(String exclude) throws Exception {
    String name = ModeAgreementTest.class.getPackageName() + ".Hidden";
    byte[] classFile = MadeClasses.classFile(name, LockedOperands.MyList.class.getName());
    Class<?> hidden = MethodHandles.lookup().defineHiddenClass(classFile, false).lookupClass();
    NameGlobs globs = NameGlobs.parse(exclude);
    Agreement agreement =
        new Agreement(new NativeClasses(new KeptNative(NameGlobs.NONE, globs), noneLoaded()));

    agreement.checkOwnCode(hidden, classFile);

    assertThat(agreement.differences()).isEmpty();
  }

  /** Loaded child first, with names of the JDK: what extends what is not as in the JDK. */
  @ParameterizedTest
  @CsvSource({
    "javax.sql.rowset.BaseRowSet, java.util.Vector, app.Below",
    "javax.sql.rowset.BaseRowSet, java.lang.Object, app.Below",
    "javax.swing.JComponent, java.util.Vector, app.Below",
    "javax.swing.JComponent, java.lang.Object, app.Below",
    "javax.management.StandardMBean, app.Above, app.Below",
    "javax.swing.JComponent, app.Above, app.Below",
    "javax.swing.JComponent, app.Above, javax.swing.JPanel",
    "javax.management.StandardMBean, app.AboveVector, app.Below",
    "org.xml.sax.InputSource, app.AboveVector, javax.sql.rowset.BaseRowSet",
  })
  void about_classes_that_shadow_the_jdk(String name, String superName, String subclass)
      throws Exception {
    MadeClasses made = new MadeClasses("app.Above", "java.lang.Object");
    made.add("app.AboveVector", "java.util.Vector");
    made.add(name, superName).add(subclass, name);
    Agreement agreement = new Agreement(NONE_KEPT);

    for (Class<?> c = made.loadClass(subclass); c != null; c = c.getSuperclass()) {
      agreement.check(c);
    }

    assertThat(made.loadClass(name).getClassLoader()).isSameAs(made);
    assertThat(agreement.differences()).isEmpty();
  }

  /** Empty classes made on the spot, which their loader prefers to any others of these names. */
  static final class MadeClasses extends ClassLoader {

    private final Map<String, byte[]> classFiles = new java.util.HashMap<>();

    MadeClasses(String name, String superName) {
      this(name, superName, ModeAgreementTest.class.getClassLoader());
    }

    MadeClasses(String name, String superName, ClassLoader parent) {
      super(parent);
      add(name, superName);
    }

    MadeClasses add(String name, String superName) {
      classFiles.put(name, classFile(name, superName));
      return this;
    }

    static byte[] classFile(String name, String superName) {
      ClassWriter writer = new ClassWriter(0);
      int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER;
      writer.visit(
          Opcodes.V21, access, name.replace('.', '/'), null, superName.replace('.', '/'), null);
      return writer.toByteArray();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      byte[] classFile = classFiles.get(name);
      if (classFile == null) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : defineClass(name, classFile, 0, classFile.length);
    }
  }
}
