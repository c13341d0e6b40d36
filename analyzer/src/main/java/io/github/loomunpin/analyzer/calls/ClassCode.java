// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.result.Library;
import java.util.List;

/**
 * What matters of a class.
 *
 * @param name internal name
 * @param superName internal name, empty for {@code java/lang/Object}
 * @param access JVMS table 4.1-B flags
 * @param annotated whether it has an annotation by which a framework may find and make it
 * @param fields names of those that refer to objects
 * @param stores what is stored in fields
 * @param made classes of which it makes instances, without those in {@code java}
 * @param named classes that it names without making instances
 * @param functions lambdas and method references it makes
 * @param proxies dynamic proxies it makes
 * @param constants names of those of an enum
 * @param keys what switches of the class itself or another call constants of enums
 */
public record ClassCode(
    Library library,
    String name,
    String superName,
    List<String> interfaces,
    int access,
    boolean annotated,
    String sourceFile,
    List<MethodCode> methods,
    List<String> fields,
    List<Store> stores,
    List<String> made,
    List<String> named,
    List<Function> functions,
    List<Proxy> proxies,
    List<String> constants,
    List<Key> keys) {

  /** What is stored in a field, by class and name. */
  record Store(MethodRef field, List<Origin> values) {}

  /** A constant of an enum in a table of keys that a compiler keeps in a field. */
  record Key(MethodRef table, String constant, int key) {}

  /** An implementation of a functional interface. */
  record Function(String type, String method, MethodRef implementation) {}

  /**
   * A dynamic proxy.
   *
   * @param types classes that are named before it is made, its interfaces among them
   * @param handlers where its handler came from
   */
  record Proxy(List<String> types, List<Origin> handlers) {}
}
