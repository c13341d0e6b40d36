// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site.sample;

import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;

class HasOperands {

  private final Object own = new Object();
  final Object open = new Object();
  static final Object SHARED = new Object();
  final HasOperands other = null;
  final int[] array = {};
  final Object[] locks = {};
  final List<Object> list = new ArrayList<>();
  final ArrayList<Object> arrayList = new ArrayList<>();
  final Hashtable<Object, Object> table = new Hashtable<>();
  final String name = String.valueOf(1);
  final Thread thread = null;
  final Class<?> type = null;
  final Missing.Type missing = null;

  void fields() {
    synchronized (own) { // block on own: Object, virtual
      Holding.monitors(1);
    }
    synchronized (open) { // block on open: Object, run time: an object of any class
      Holding.monitors(1);
    }
    synchronized (SHARED) { // block on SHARED: Object, run time: an object of any class
      Holding.monitors(1);
    }
    synchronized (other) { // block on other: HasOperands, virtual
      Holding.monitors(1);
    }
    synchronized (array) { // block on array: int[], virtual
      Holding.monitors(1);
    }
    synchronized (name) { // block on name: String, virtual
      Holding.monitors(1);
    }
  }

  void jdkTypes() {
    synchronized (list) { // block on list: List, run time: any class may implement
      Holding.monitors(1);
    }
    synchronized (arrayList) { // block on arrayList: ArrayList, run time: depends on the subclass
      Holding.monitors(1);
    }
    synchronized (table) { // block on table: Hashtable, native: the JDK locks
      Holding.monitors(1);
    }
    synchronized (thread) { // block on thread: Thread, native: the JDK locks
      Holding.monitors(1);
    }
    synchronized (type) { // block on type: Class, run time: depends on which Class
      Holding.monitors(1);
    }
    synchronized (missing) { // block on missing: Missing$Type, virtual
      Holding.monitors(1);
    }
  }

  void values(Object parameter, List<Object> given, Object[] given2) {
    synchronized (HasOperands.class) { // block on HasOperands.class, virtual
      Holding.monitors(1);
    }
    synchronized (String.class) { // block on String.class, native: its own class
      Holding.monitors(1);
    }
    synchronized (HasOperands[].class) { // block on HasOperands[].class, virtual
      Holding.monitors(1);
    }
    synchronized (int[].class) { // block on int[].class, native: its own class
      Holding.monitors(1);
    }
    synchronized (parameter) { // block on parameter: Object, run time: an object of any class
      Holding.monitors(1);
    }
    synchronized (given) { // block on parameter: List, run time: any class may implement
      Holding.monitors(1);
    }
    synchronized (locks[2]) { // block on Object, run time: an object of any class
      Holding.monitors(1);
    }
    synchronized (given2) { // block on parameter: Object[], virtual
      Holding.monitors(1);
    }
    synchronized (toString()) { // block on toString(): String, virtual
      Holding.monitors(1);
    }
    synchronized ((HasOperands) parameter) { // block on parameter: HasOperands, virtual
      Holding.monitors(1);
    }
    synchronized (given.isEmpty() ? this : other) { // block on HasOperands, virtual
      Holding.monitors(1);
    }
    synchronized (
        given.isEmpty() ? SHARED : open) { // block on Object, run time: an object of any class
      Holding.monitors(1);
    }
    synchronized ("constant") { // block on String, virtual
      Holding.monitors(1);
    }
  }

  void made() {
    synchronized (new Object()) { // block on new Object, virtual
      Holding.monitors(1);
    }
    synchronized (new ArrayList<>()) { // block on new ArrayList, virtual
      Holding.monitors(1);
    }
    synchronized (new Hashtable<>()) { // block on new Hashtable, native: its own
      Holding.monitors(1);
    }
    synchronized (new int[3]) { // block on new int[], virtual
      Holding.monitors(1);
    }
    Object made = new ArrayList<>();
    synchronized ((List<?>) made) { // block on new ArrayList, virtual
      Holding.monitors(1);
    }
    Thread[][] many = new Thread[2][2];
    synchronized (many[1]) { // block on Thread[], virtual
      Holding.monitors(1);
    }
    synchronized (many[1][1]) { // block on Thread, native: the JDK locks
      Holding.monitors(1);
    }
  }
}
