// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.visible;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.Callable;

/** Each method locks one object and returns it. */
final class LockedOperands {

  private LockedOperands() {}

  /** A class that the JDK does not lock, below classes and interfaces of which it may lock some. */
  static class MyList extends ArrayList<String> implements Callable<String> {

    private static final long serialVersionUID = 1;

    @Override
    public String call() {
      return "";
    }
  }

  static class MyVector extends Vector<String> implements Callable<String> {

    private static final long serialVersionUID = 1;

    @Override
    public String call() {
      return "";
    }
  }

  private static final List<String> FIELD = new MyList();

  static Object newCastToInterface() {
    Object made = new MyList();
    synchronized ((List<?>) made) {
      return made;
    }
  }

  static Object newCastToJdkClass() {
    Object made = new MyList();
    synchronized ((AbstractList<?>) made) {
      return made;
    }
  }

  static Object newCastToCallable() {
    Object made = new MyVector();
    synchronized ((Callable<?>) made) {
      return made;
    }
  }

  static Object newCastToItself() {
    Object made = new MyVector();
    synchronized ((MyVector) made) {
      return made;
    }
  }

  static Object oneOfTwo() {
    Object made = System.nanoTime() != 0 ? new MyVector() : new MyList();
    synchronized ((AbstractList<?>) made) {
      return made;
    }
  }

  static Object newOrNull() {
    MyVector made = System.nanoTime() != 0 ? new MyVector() : null;
    synchronized (made) {
      return made;
    }
  }

  static Object fieldCast() {
    synchronized ((AbstractList<?>) FIELD) {
      return FIELD;
    }
  }

  static Object elementOfElement() {
    Vector<?>[][] all = new Vector<?>[2][2];
    all[1][1] = new MyVector();
    synchronized (all[1][1]) {
      return all[1][1];
    }
  }

  static Object arrayInArray() {
    Object[][][] all = new Object[2][2][];
    synchronized (all[1]) {
      return all[1];
    }
  }

  static Object arrayAsObject() {
    Object[] all = {new int[1]};
    synchronized (all[0]) {
      return all[0];
    }
  }

  static Object arrayCast() {
    Object made = new String[1][];
    synchronized ((Object[]) made) {
      return made;
    }
  }

  static Object lambda() {
    Runnable lambda = () -> {};
    synchronized (lambda) {
      return lambda;
    }
  }

  static Object string() {
    synchronized ("constant") {
      return "constant";
    }
  }

  static Object caught() {
    try {
      throw new IllegalStateException();
    } catch (IllegalStateException | IllegalArgumentException e) {
      synchronized (e) {
        return e;
      }
    }
  }

  static Object ownLiteral() {
    synchronized (LockedOperands.class) {
      return LockedOperands.class;
    }
  }

  static Object literalOfArray() {
    synchronized (MyVector[][].class) {
      return MyVector[][].class;
    }
  }

  static Object literalOfJdkArray() {
    synchronized (Vector[].class) {
      return Vector[].class;
    }
  }

  static Object literalOfPrimitive() {
    synchronized (int.class) {
      return int.class;
    }
  }

  static Object classOfObject() {
    synchronized (FIELD.getClass()) {
      return FIELD.getClass();
    }
  }
}
