// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.runtime.UnpinMonitors;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;

class RuntimeCallsTest {

  @Test
  void every_name_is_that_of_a_class_of_the_runtime() throws Exception {
    List<String> names = new ArrayList<>();
    for (Field field : RuntimeCalls.class.getDeclaredFields()) {
      if (field.getType() == String.class) {
        names.add((String) field.get(null));
      }
    }

    assertThat(names).contains(Type.getInternalName(UnpinMonitors.class)).hasSizeGreaterThan(3);
    for (String name : names) {
      Class<?> found = Class.forName(name.replace('/', '.'), false, getClass().getClassLoader());
      assertThat(found.getPackage()).isEqualTo(UnpinMonitors.class.getPackage());
    }
  }
}
