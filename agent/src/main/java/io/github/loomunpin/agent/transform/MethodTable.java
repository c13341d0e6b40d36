// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.classfile.Bytecode;
import io.github.loomunpin.rules.classfile.Constants;
import io.github.loomunpin.rules.classfile.MethodPlaces;
import io.github.loomunpin.rules.classfile.MovedMethods;
import io.github.loomunpin.rules.classfile.OwnClasses;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * The methods that a class file declares (JVMS §4.6), by name and descriptor, with their flags; for
 * those who need nothing else of it.
 */
public final class MethodTable {

  private final byte[] bytes;
  private final Constants constants;

  /** Where the flags of each method are, of 2 bytes. */
  private final Map<String, Integer> flagsAt = new HashMap<>();

  /**
   * @throws RuntimeException if the class file cannot be followed
   */
  public MethodTable(byte[] classFile) {
    bytes = classFile;
    constants = new Constants(classFile);
    for (int method : MethodPlaces.of(classFile, constants)) {
      flagsAt.put(text(method + 2) + text(method + 4), method);
    }
  }

  private String text(int place) {
    return constants.utf8(Bytecode.u2(bytes, place));
  }

  /** Whether there is a method of that name and descriptor. */
  public boolean has(String method) {
    return flagsAt.containsKey(method);
  }

  /** The name and descriptor of a method, as they are here. */
  public static String key(Method method) {
    StringBuilder key = new StringBuilder(method.getName()).append('(');
    for (Class<?> parameter : method.getParameterTypes()) {
      key.append(parameter.descriptorString());
    }
    return key.append(')').append(method.getReturnType().descriptorString()).toString();
  }

  /** Whether there is such a method, and it has the synchronized flag. */
  public boolean isSynchronized(String method) {
    Integer place = flagsAt.get(method);
    return place != null && (Bytecode.u2(bytes, place) & Opcodes.ACC_SYNCHRONIZED) != 0;
  }

  /** The methods with the synchronized flag, with that flag alone. */
  public Map<String, Integer> synchronizedFlags() {
    Map<String, Integer> flags = new HashMap<>();
    for (String method : flagsAt.keySet()) {
      if (isSynchronized(method)) {
        flags.put(method, Opcodes.ACC_SYNCHRONIZED);
      }
    }
    return flags;
  }

  /**
   * The flags of methods as their class file has declared them.
   *
   * @param cleared the flags that methods have lost, by {@link #key}
   * @return -1 for methods of the agent's own
   */
  public static int[] declaredFlags(Method[] methods, Map<String, Integer> cleared) {
    int[] flags = new int[methods.length];
    for (int i = 0; i < flags.length; i++) {
      flags[i] =
          methods[i].getName().startsWith(MovedMethods.PREFIX)
              ? -1
              : methods[i].getModifiers() | cleared.getOrDefault(key(methods[i]), 0);
    }
    return flags;
  }

  /** Whether any code in it is rewritten. */
  public boolean namesRuntime() {
    for (int i = 1; i < constants.size(); i++) {
      if (constants.tag(i) == Constants.CLASS
          && OwnClasses.isRuntime(constants.text(constants.u2(i, 0)))) {
        return true;
      }
    }
    return false;
  }

  /** A copy of the class file in which these methods have the synchronized flag. */
  public byte[] withSynchronized(Set<String> methods) {
    byte[] copy = bytes.clone();
    for (String method : methods) {
      Integer place = flagsAt.get(method);
      if (place != null) {
        copy[place + 1] |= Opcodes.ACC_SYNCHRONIZED;
      }
    }
    return copy;
  }
}
