// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import java.util.ArrayList;
import java.util.List;

/**
 * A rewritten class.
 *
 * @param name internal name
 * @param methods name and descriptor of each method with code that is not byte for byte what it was
 */
record ChangedClass(String name, RawClass before, RawClass after, List<String> methods) {

  static ChangedClass of(String name, byte[] before, byte[] after) {
    RawClass old = new RawClass(before);
    RawClass now = new RawClass(after);
    List<String> methods = new ArrayList<>();
    now.methods()
        .forEach(
            (key, method) -> {
              RawClass.Method was = old.methods().get(key);
              boolean same = was != null && method.isSameAs(was, now.bytes(), old.bytes());
              if (method.hasCode() && !same) {
                methods.add(key);
              }
            });
    return new ChangedClass(name, old, now, List.copyOf(methods));
  }

  int codeLengthBefore(String method) {
    RawClass.Method was = before.methods().get(method);
    return was == null ? 0 : before.codeLength(was);
  }

  int codeLengthAfter(String method) {
    return after.codeLength(after.methods().get(method));
  }
}
