// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.List;
import java.util.function.Function;

/**
 * The methods of a class by name and descriptor. Most methods of a program are never asked for, so
 * their nodes are made one by one. Safe for any thread.
 */
final class MethodTable {

  private static final int FEW = 4;

  private final List<MethodCode> methods;

  /** Places of methods and one more, 0 where there is none; made when first asked for. */
  private short[] slots;

  private Node[] nodes;

  MethodTable(List<MethodCode> methods) {
    this.methods = methods;
  }

  /** The place of a method; negative if there is none. */
  int find(String name, String descriptor) {
    if (methods.size() <= FEW) {
      for (int i = 0; i < methods.size(); i++) {
        if (methods.get(i).method().isSame(name, descriptor)) {
          return i;
        }
      }
      return -1;
    }
    short[] places = slots();
    int slot = hash(name, descriptor) & places.length - 1;
    while (places[slot] != 0) {
      // A class has up to 65535 methods (JVMS §4.11).
      int place = (places[slot] & 0xFFFF) - 1;
      if (methods.get(place).method().isSame(name, descriptor)) {
        return place;
      }
      slot = slot + 1 & places.length - 1;
    }
    return -1;
  }

  private synchronized short[] slots() {
    if (slots == null) {
      short[] places = new short[Integer.highestOneBit(methods.size()) << 2];
      for (int i = 0; i < methods.size(); i++) {
        MethodRef method = methods.get(i).method();
        int slot = hash(method.name(), method.descriptor()) & places.length - 1;
        while (places[slot] != 0) {
          slot = slot + 1 & places.length - 1;
        }
        places[slot] = (short) (i + 1);
      }
      slots = places;
    }
    return slots;
  }

  private static int hash(String name, String descriptor) {
    int mixed = (name.hashCode() * 31 + descriptor.hashCode()) * 0x9E3779B9;
    return mixed >>> 16 ^ mixed;
  }

  synchronized Node node(int place, Function<MethodCode, Node> maker) {
    if (nodes == null) {
      nodes = new Node[methods.size()];
    }
    if (nodes[place] == null) {
      nodes[place] = maker.apply(methods.get(place));
    }
    return nodes[place];
  }
}
