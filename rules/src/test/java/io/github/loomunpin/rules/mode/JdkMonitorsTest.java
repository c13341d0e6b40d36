// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.JdkSharedLocks.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/**
 * What the rule files say about the JDK, checked against all its class files: those of the running
 * JDK and of the ones that the system properties {@code jdk21.home} and {@code jdk25.home} name.
 */
@ParameterizedClass
@MethodSource("jdks")
class JdkMonitorsTest {

  /** Classes of JDKs for other systems than those at hand are for; they were judged by reading. */
  private static final Set<String> OF_OTHER_SYSTEMS = Set.of("java/util/prefs/MacOSXPreferences");

  private static final List<JdkImage> JDKS = JdkImage.all();
  private static final Map<JdkImage, JdkLocks> LOCKS = new HashMap<>();

  private final JdkImage jdk;
  private final JdkMonitors monitors;
  private final JdkLocks locks;

  JdkMonitorsTest(JdkImage jdk) {
    this.jdk = jdk;
    this.monitors = new JdkMonitors(jdk.index(), jdk);
    this.locks = LOCKS.computeIfAbsent(jdk, JdkLocks::new);
  }

  static List<JdkImage> jdks() {
    return JDKS;
  }

  @Test
  void looks_at_every_site_of_the_jdk() {
    // JDK 21 has 2986, JDK 25 has 3351; far fewer would mean that the image was not read.
    assertThat(locks.sites()).isGreaterThan(2500);
  }

  private static boolean isRewritten(String origin) {
    return JdkSharedLocks.judgement(origin)
        .filter(verdict -> verdict == Verdict.REWRITE || verdict == Verdict.VIRTUAL)
        .isPresent();
  }

  @Test
  void every_object_that_jdk_code_shares_is_judged() {
    Map<String, Set<String>> unjudged = new TreeMap<>(locks.shared());
    unjudged.keySet().removeIf(origin -> JdkSharedLocks.judgement(origin).isPresent());

    assertThat(unjudged)
        .as("locked by the JDK, perhaps also by rewritten code; judge and add to the list")
        .isEmpty();
  }

  @Test
  void every_class_that_locks_what_it_shares_is_rewritten() {
    assertThat(JdkSharedLocks.classes()).containsAll(rewritten(locks));
    assertThat(locks.misjudged()).as("what the agent does is not what was judged").isEmpty();
  }

  @Test
  void every_synchronized_collection_that_the_jdk_locks_is_rewritten() {
    assertThat(locks.synchronizedCollections())
        .hasSizeGreaterThan(10)
        .allMatch(JdkMonitorsTest::isRewritten);
  }

  private static Set<String> rewritten(JdkLocks locks) {
    Set<String> classes = new TreeSet<>();
    locks
        .shared()
        .forEach(
            (origin, users) -> {
              if (isRewritten(origin)) {
                classes.addAll(users);
              }
            });
    return classes;
  }

  @Test
  void no_line_is_out_of_date() {
    assumeThat(JDKS).as("JDK 21 and a newer one").hasSizeGreaterThan(1);
    Set<String> origins = new TreeSet<>();
    Set<String> classes = new TreeSet<>();
    for (JdkImage each : JDKS) {
      JdkLocks all = LOCKS.computeIfAbsent(each, JdkLocks::new);
      classes.addAll(rewritten(all));
      all.lockedFields().forEach(field -> origins.add(field.replace('.', '/')));
      for (String origin : all.shared().keySet()) {
        origins.add(origin.replace('.', '/'));
        origins.add(JdkSharedLocks.anywhere(origin).replace('.', '/'));
      }
    }

    assertThat(JdkSharedLocks.judged())
        .allMatch(line -> origins.contains(line.substring(line.indexOf(' ') + 1)));
    classes.addAll(OF_OTHER_SYSTEMS);
    assertThat(JdkSharedLocks.classes()).isEqualTo(classes);
  }

  @Test
  void classes_that_lock_themselves_under_another_name_are_native_or_asked_for_their_mode() {
    JdkFields fields = new JdkFields(jdk);

    assertThat(locks.aliased())
        .contains("java/io/Reader", "java/io/Writer", "java/lang/ClassLoader")
        .allMatch(
            name ->
                !fields.isVisible(name)
                    || monitors.lockingAncestor(name).isPresent()
                    || isAskedByOtherName(name));
  }

  private boolean isAskedByOtherName(String name) {
    String ofClass = "field " + name.replace('/', '.') + ".";
    List<String> fields =
        locks.lockedFields().stream().filter(field -> field.startsWith(ofClass)).toList();
    return !fields.isEmpty() && fields.stream().allMatch(JdkMonitorsTest::isRewritten);
  }

  /** Which is why streams may be virtual: only skip needs care. */
  @Test
  void readers_and_writers_lock_their_stream_in_skip_only() {
    assertThat(inheritedWithMonitor("java/io/Reader", "java/io/InputStreamReader"))
        .containsExactly("skip(J)J");
    assertThat(inheritedWithMonitor("java/io/Writer", "java/io/OutputStreamWriter")).isEmpty();
  }

  private List<String> inheritedWithMonitor(String superclass, String subclass) {
    List<String> overridden = read(subclass).methods.stream().map(m -> m.name + m.desc).toList();
    return read(superclass).methods.stream()
        .filter(
            method ->
                Stream.of(method.instructions.toArray())
                    .anyMatch(insn -> insn.getOpcode() == Opcodes.MONITORENTER))
        .map(method -> method.name + method.desc)
        .filter(method -> !overridden.contains(method))
        .toList();
  }

  private ClassNode read(String name) {
    ClassNode node = new ClassNode();
    new ClassReader(jdk.bytes(name).orElseThrow()).accept(node, 0);
    return node;
  }

  /** The JVM offers a class before it loads the superclass. */
  @Test
  void superclasses_of_converted_classes_are_loaded_before() {
    List<String> order = List.copyOf(JdkMonitors.convertedAtStart());
    for (String name : order) {
      int above = jdk.bytes(name).map(file -> order.indexOf(superName(file))).orElse(-1);
      assertThat(above).as(name).isLessThan(order.indexOf(name));
    }
  }

  @Test
  void what_is_converted_later_cannot_be_named_by_an_application() {
    assertThat(JdkMonitors.convertible())
        .filteredOn(name -> !JdkMonitors.convertedAtStart().contains(name))
        .isNotEmpty()
        .noneMatch(jdk::isVisible);
  }

  private static String superName(byte[] classFile) {
    return new ClassReader(classFile).getSuperName();
  }

  /** Otherwise a method that they inherit would not exclude their own. */
  @Test
  void superclasses_of_converted_classes_lock_nothing_natively() {
    assertThat(JdkMonitors.convertible())
        .filteredOn(name -> jdk.bytes(name).isPresent())
        .hasSizeGreaterThan(15)
        .allMatch(name -> monitors.lockingAncestor(name).isEmpty());
  }

  /** Else a class of the group would be native, although it is counted as converted. */
  @ParameterizedTest
  @EnumSource(JdkGroup.class)
  void superclasses_lock_nothing_natively_where_one_group_alone_is_converted(JdkGroup group) {
    JdkMonitors alone = new JdkMonitors(jdk.index(), jdk, Set.of(group));

    assertThat(alone.converted())
        .filteredOn(name -> JdkMonitors.convertible().contains(name))
        .filteredOn(name -> jdk.bytes(name).isPresent())
        .allMatch(name -> alone.lockingAncestor(name).isEmpty());
    assertThat(alone.converted().isEmpty()).isEqualTo(group == JdkGroup.JOIN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java/util/Vector",
        "java/util/Stack",
        "java/io/DataOutputStream",
        "java/io/PipedReader",
        "java/util/logging/StreamHandler"
      })
  void what_could_not_be_converted_locks_itself(String name) {
    JdkMonitors none = new JdkMonitors(jdk.index(), jdk, JdkMonitors.KnownCode.NONE, Set.of());

    assertThat(monitors.isVirtual(name)).isTrue();
    assertThat(monitors.lockingAncestor(name)).isEmpty();
    assertThat(none.isVirtual(name)).isFalse();
    assertThat(none.lockingAncestor(name)).isPresent();
  }

  @Test
  void virtual_classes_are_so_even_if_nothing_is_converted() {
    JdkMonitors none = new JdkMonitors(jdk.index(), jdk, JdkMonitors.KnownCode.NONE, Set.of());

    assertThat(JdkMonitors.virtualNames())
        .filteredOn(name -> jdk.bytes(name).isPresent())
        .allMatch(name -> none.lockingAncestor(name).isEmpty());
  }

  @Test
  void virtual_classes_exist_and_have_no_locking_ancestor() {
    assertThat(JdkMonitors.virtualNames())
        .allMatch(name -> jdk.bytes(name).isPresent())
        .allMatch(name -> monitors.lockingAncestor(name).isEmpty());
    assertThat(JdkMonitors.lockedInBlocks())
        .allMatch(name -> jdk.bytes(name).isPresent())
        .allMatch(name -> monitors.isVirtual(name) == monitors.lockingAncestor(name).isEmpty());
    assertThat(JdkMonitors.lockedInBlocks()).filteredOn(monitors::isVirtual).hasSizeGreaterThan(20);
  }

  @Test
  void classes_locked_by_others_exist() {
    assertThat(RuleLines.load("jdk-locked-by-others.txt").names())
        .allMatch(name -> jdk.bytes(name).isPresent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java/util/Hashtable",
        "java/util/Properties",
        "java/lang/StringBuffer",
        "java/io/ByteArrayOutputStream",
        "java/lang/Throwable",
        "java/lang/Exception",
        "java/lang/Thread",
        "java/lang/ThreadGroup",
        "java/net/URLClassLoader",
        "java/util/Random"
      })
  void jdk_classes_that_lock_themselves_are_found(String name) {
    assertThat(monitors.lockingAncestor(name)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java/lang/Object",
        "java/io/PrintStream",
        "java/util/AbstractList",
        "java/util/AbstractMap",
        "java/util/Stack",
        "java/util/logging/StreamHandler",
        "java/util/HashMap",
        "java/util/TimerTask",
        "java/util/concurrent/ThreadPoolExecutor",
        "java/util/concurrent/locks/ReentrantLock",
        "java/lang/Number"
      })
  void jdk_classes_that_do_not_lock_themselves_are_not(String name) {
    assertThat(monitors.lockingAncestor(name)).isEmpty();
  }

  @Test
  void the_jdk_and_the_image_agree() {
    JdkClasses running = new JdkClasses();
    JdkMonitors resources = new JdkMonitors(new ClassIndex(running, ClassSource.NONE), running);

    assertThat(resources.lockingAncestor("java/util/Properties"))
        .isEqualTo(monitors.lockingAncestor("java/util/Properties"))
        .contains("java/util/Properties");
  }

  @Test
  void a_class_that_cannot_be_read_counts_as_locking_itself() {
    assertThat(JdkMonitors.JdkClassCode.locksThis(new byte[] {1, 2, 3})).isTrue();
  }
}
