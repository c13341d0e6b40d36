// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Each rule of {@link ModeRules}, over classes that exist as declarations only. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ModeRulesTest {

  private static final JdkClasses JDK = new JdkClasses();

  private final Map<String, byte[]> application = new HashMap<>();

  ModeRulesTest() {
    define("app/Plain", 0, "java/lang/Object");
    define("app/Final", Opcodes.ACC_FINAL, "java/lang/Object");
    define("app/Child", 0, "app/Plain");
    define("app/Shape", Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT, "java/lang/Object");
    define("app/MyTable", 0, "java/util/Hashtable");
    define("app/MyTableChild", 0, "app/MyTable");
    define("app/MyList", 0, "java/util/ArrayList");
    define("app/MyThread", 0, "java/lang/Thread");
    define("app/MyReader", 0, "java/io/Reader");
    define("app/MyLoader", 0, "java/lang/ClassLoader");
    define("app/MyException", 0, "java/lang/RuntimeException");
    define("app/Orphan", 0, "gone/Parent");
    define("app/Loop", 0, "app/Loop");
    define("app/Egg", 0, "app/Hen");
    define("app/Hen", 0, "app/Egg");
  }

  private void define(String name, int access, String superName) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V21, access, name, null, superName, null);
    application.put(name, writer.toByteArray());
  }

  private ModeRules rules(String... keptNative) {
    ClassSource source = name -> Optional.ofNullable(application.get(name));
    ClassIndex index = new ClassIndex(JDK, source);
    Set<String> kept = Set.of(keptNative);
    return new ModeRules(
        new ModeAnswers(index, new JdkMonitors(index, JDK), kept::contains, kept.size() > 0));
  }

  private static String describe(Decision decision) {
    return decision.mode() + (decision.reason().isEmpty() ? "" : " " + decision.reason());
  }

  @ParameterizedTest
  @CsvSource({
    "app/Plain, VIRTUAL",
    "app/Final, VIRTUAL",
    "app/Child, VIRTUAL",
    "app/Shape, RUNTIME any class may implement app.Shape",
    "app/MyList, VIRTUAL",
    "app/MyTable, 'NATIVE app.MyTable extends java.util.Hashtable, which the JDK locks'",
    "app/MyTableChild, 'NATIVE app.MyTableChild extends java.util.Hashtable, which the JDK locks'",
    "app/MyThread, 'NATIVE app.MyThread extends java.lang.Thread, which the JDK locks'",
    "app/MyReader, VIRTUAL",
    "app/MyLoader, 'NATIVE app.MyLoader extends java.lang.ClassLoader, which the JDK locks'",
    "app/MyException, 'NATIVE app.MyException extends java.lang.Throwable, which the JDK locks'",
    "app/Orphan, RUNTIME the superclass gone.Parent was not found",
    "app/Loop, RUNTIME app.Loop is its own superclass",
    "app/Egg, RUNTIME app.Hen is its own superclass",
    "gone/Class, RUNTIME gone.Class was not found",
    "java/lang/Object, RUNTIME an object of any class is an Object",
    "java/lang/Class, RUNTIME depends on which Class it is",
    "java/lang/Thread, NATIVE the JDK locks java.lang.Thread",
    "java/util/Properties, NATIVE the JDK locks java.util.Properties",
    "java/util/HashMap, RUNTIME depends on the subclass of java.util.HashMap",
    "java/util/AbstractMap, RUNTIME depends on the subclass of java.util.AbstractMap",
    "java/util/List, RUNTIME any class may implement java.util.List",
    "java/lang/String, VIRTUAL",
    "java/lang/StringBuffer, NATIVE the JDK locks java.lang.StringBuffer",
    "java/util/Optional, NATIVE the JDK may lock its own java.util.Optional",
  })
  void mode_of_this_or_of_a_variable_by_its_static_type(String type, String expected) {
    assertThat(describe(rules().ofThis(type))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "app/Plain, VIRTUAL",
    "[Lapp/Plain;, VIRTUAL",
    "[[Lapp/Plain;, VIRTUAL",
    "gone/Class, RUNTIME gone.Class was not found",
    "[Lgone/Class;, RUNTIME gone.Class was not found",
    "java/lang/String, NATIVE the JDK may lock its own class java.lang.String",
    "[I, NATIVE the JDK may lock its own class int[]",
    "[Ljava/lang/String;, NATIVE the JDK may lock its own class java.lang.String[]",
  })
  void mode_of_a_class_object(String name, String expected) {
    assertThat(describe(rules().ofMirror(name))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "java/util/HashMap, VIRTUAL",
    "java/util/Vector, VIRTUAL",
    "java/util/Hashtable, NATIVE the JDK may lock its own java.util.Hashtable",
    "java/io/PrintStream, VIRTUAL",
    "java/util/TimeZone, NATIVE the JDK may lock its own java.util.TimeZone",
    "app/Plain, VIRTUAL",
    "app/Orphan, RUNTIME the superclass gone.Parent was not found",
  })
  void mode_of_an_object_of_exactly_one_class(String name, String expected) {
    assertThat(describe(rules().ofExactClass(name))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "app/Panel, RUNTIME the loader may prefer a javax.swing.JPanel of its own",
    "javax/swing/JPanel, RUNTIME the loader may prefer a javax.swing.JPanel of its own",
    "app/Plain, VIRTUAL",
    "app/MyTable, 'NATIVE app.MyTable extends java.util.Hashtable, which the JDK locks'",
    "java/util/Properties, NATIVE the JDK locks java.util.Properties",
  })
  void a_loader_that_prefers_its_own_classes_may_shadow_all_but_java(String type, String expected) {
    define("app/Panel", 0, "javax/swing/JPanel");
    ClassSource source =
        new ClassSource() {
          @Override
          public Optional<byte[]> bytes(String name) {
            return Optional.ofNullable(application.get(name));
          }

          @Override
          public boolean mayShadowJdk() {
            return true;
          }
        };
    ClassIndex index = new ClassIndex(JDK, source);
    ModeRules rules =
        new ModeRules(new ModeAnswers(index, new JdkMonitors(index, JDK), name -> false, false));

    assertThat(describe(rules.ofThis(type))).isEqualTo(expected);
    assertThat(describe(rules().ofThis("app/Panel"))).startsWith("NATIVE app.Panel extends");
  }

  /** Only --add-exports lets an application name them. */
  @ParameterizedTest
  @CsvSource({
    "sun/security/pkcs12/PKCS12KeyStore, sun.security.pkcs12.PKCS12KeyStore",
    "com/sun/jndi/ldap/LdapCtx, com.sun.jndi.ldap.LdapCtx",
    "app/MyConnection, sun.net.www.protocol.ftp.FtpURLConnection",
  })
  void classes_that_the_agent_converts_when_it_sees_them_are_left_to_the_run_time(
      String type, String converted) {
    define("app/MyConnection", 0, "sun/net/www/protocol/ftp/FtpURLConnection");
    ClassIndex index = new ClassIndex(JDK, name -> Optional.ofNullable(application.get(name)));
    JdkMonitors notLoaded = new JdkMonitors(index, JDK, JdkMonitors.KnownCode.NONE, Set.of());
    ModeRules rules = new ModeRules(new ModeAnswers(index, notLoaded, name -> false, false));

    String expected = "RUNTIME " + converted + " may be converted when it is loaded";
    assertThat(describe(rules.ofThis(type))).isEqualTo(expected);
    assertThat(describe(rules.ofExactClass(type))).isEqualTo(expected);
  }

  @Test
  void objects_of_kept_classes_and_their_subclasses_are_native() {
    ModeRules rules = rules("app/Plain");

    assertThat(describe(rules.ofThis("app/Plain"))).isEqualTo("NATIVE app.Plain is kept native");
    assertThat(describe(rules.ofThis("app/Child"))).isEqualTo("NATIVE app.Plain is kept native");
    assertThat(describe(rules.ofMirror("app/Plain"))).isEqualTo("NATIVE app.Plain is kept native");
    assertThat(rules.ofMirror("app/Child").mode()).isEqualTo(Mode.VIRTUAL);
    assertThat(describe(rules.ofMirror("[Lapp/Plain;")))
        .isEqualTo("NATIVE app.Plain is kept native");
  }

  @Test
  void a_variable_may_hold_an_object_of_a_kept_subclass() {
    ModeRules rules = rules("app/Child");

    assertThat(describe(rules.ofThis("app/Plain")))
        .isEqualTo("RUNTIME a subclass of app.Plain may be kept native");
    assertThat(rules.ofThis("app/Final").mode()).isEqualTo(Mode.VIRTUAL);
    assertThat(rules.ofExactClass("app/Plain").mode()).isEqualTo(Mode.VIRTUAL);
  }

  @Test
  void what_extends_a_missing_class_may_still_be_kept() {
    assertThat(describe(rules("app/Orphan").ofThis("app/Orphan")))
        .isEqualTo("NATIVE app.Orphan is kept native");
    assertThat(rules("app/Plain").ofThis("app/Orphan").mode()).isEqualTo(Mode.RUNTIME);
  }
}
