// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * The model says what the code did when somebody compared them last. Of each method there is a
 * number made from its accesses to fields, calls, allocations and jumps, in their order.
 */
class ModelAgreementTest {

  private static final String RUNTIME = "io/github/loomunpin/agent/runtime/";
  private static final List<String> CLASSES =
      List.of(
          "UnpinBucket",
          "UnpinLockTable",
          "UnpinLock",
          "UnpinWaiter",
          "UnpinParking",
          "UnpinRescue",
          "UnpinSpareLocks",
          "UnpinSlowEnter",
          "UnpinBlockingEnter",
          "UnpinSlowExit",
          "UnpinWaitNotify",
          "UnpinOwnership");
  private static final Set<String> OF_MONITORS = Set.of("enter", "exit");

  @Test
  void the_code_is_as_it_was_when_the_model_was_compared_with_it() throws IOException {
    Properties known = new Properties();
    try (InputStream in = getClass().getResourceAsStream("/lock-model.properties")) {
      known.load(in);
    }
    Map<String, String> recorded = new TreeMap<>();
    known.forEach((method, number) -> recorded.put((String) method, (String) number));

    Map<String, String> now = new TreeMap<>(numbers());

    String lines =
        now.entrySet().stream()
            .map(e -> e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining("\n"));
    assertThat(now)
        .as(
            "The code of the lock has changed. Read each step of the model that stands for a changed"
                + " method (Step names them) beside it, change the model where it differs, run"
                + " LockModelTest with -Dtorture=long, and only then put this into"
                + " lock-model.properties:\n%s\n",
            lines)
        .isEqualTo(recorded);
  }

  @Test
  void every_step_names_a_method_that_exists() throws IOException {
    Set<String> methods =
        numbers().keySet().stream()
            .map(m -> m.replaceAll("-\\d+$", ""))
            .collect(Collectors.toSet());

    assertThat(Arrays.stream(Step.values()).filter(s -> s != Step.DONE).map(s -> s.method))
        .isSubsetOf(methods);
  }

  /** By class and name of each method; methods of one name are counted. */
  private static Map<String, String> numbers() throws IOException {
    Map<String, String> numbers = new LinkedHashMap<>();
    for (String name : CLASSES) {
      add(numbers, name, read(name).methods);
    }
    add(
        numbers,
        "UnpinMonitors",
        read("UnpinMonitors").methods.stream().filter(m -> OF_MONITORS.contains(m.name)).toList());
    return numbers;
  }

  private static void add(Map<String, String> numbers, String type, List<MethodNode> methods) {
    List<MethodNode> sorted =
        methods.stream()
            .filter(m -> !m.name.startsWith("<") && !m.name.equals("toString"))
            .sorted(Comparator.comparing((MethodNode m) -> m.name).thenComparing(m -> m.desc))
            .toList();
    for (MethodNode m : sorted) {
      String key = type + "." + m.name;
      int count = 2;
      while (numbers.containsKey(key)) {
        key = type + "." + m.name + "-" + count++;
      }
      numbers.put(key, number(m));
    }
  }

  private static ClassNode read(String name) throws IOException {
    try (InputStream in =
        ModelAgreementTest.class.getResourceAsStream("/" + RUNTIME + name + ".class")) {
      ClassNode node = new ClassNode();
      new ClassReader(in).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      return node;
    }
  }

  private static String number(MethodNode m) {
    StringBuilder text = new StringBuilder(m.desc);
    for (AbstractInsnNode i : m.instructions) {
      switch (i) {
        case FieldInsnNode f -> text.append(f.getOpcode()).append(f.owner).append(f.name);
        case MethodInsnNode c -> text.append(c.owner).append(c.name).append(c.desc);
        case TypeInsnNode t when t.getOpcode() != Opcodes.CHECKCAST ->
            text.append(t.getOpcode()).append(t.desc);
        case JumpInsnNode j when j.getOpcode() != Opcodes.GOTO -> text.append(j.getOpcode());
        default -> {}
      }
      text.append(i.getOpcode() >= Opcodes.IRETURN && i.getOpcode() <= Opcodes.RETURN ? ";" : "");
    }
    CRC32 crc = new CRC32();
    crc.update(text.toString().getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }
}
