// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.operand;

import java.io.Serializable;
import java.lang.invoke.MethodHandles;

// One class for each way in which code that is not the class's own may reach or replace a field.

final class HasLockNamedForHandle {
  private final Object lock = new Object(); // shared: named for a handle, which can read it

  static Object read(HasLockNamedForHandle from) throws ReflectiveOperationException {
    return MethodHandles.lookup()
        .findVarHandle(HasLockNamedForHandle.class, "lock", Object.class)
        .get(from);
  }

  void use() {
    synchronized (lock) {
      hashCode();
    }
  }
}

class HasLockBelowAnother extends Unserialized implements Runnable, Comparable<String> {
  private final Object extra = new Object(); // private lock

  @Override
  public void run() {
    synchronized (extra) {
      hashCode();
    }
  }

  @Override
  public int compareTo(String other) {
    return 0;
  }
}

abstract class Unserialized implements AutoCloseable {
  @Override
  public void close() {}
}

class HasLockBelowUnserialized extends Unserialized {
  private final Object lock = new Object(); // private lock

  void use() {
    synchronized (lock) {
      hashCode();
    }
  }
}

interface Storable extends Comparable<String>, Serializable {}

class HasLockBelowSerializableInterface implements Storable {
  private static final long serialVersionUID = 1;

  @SuppressWarnings("serial")
  private final Object lock = new Object(); // shared: deserialisation sets it

  @Override
  public int compareTo(String other) {
    synchronized (lock) {
      return 0;
    }
  }
}

class HasLockInException extends Exception {
  private static final long serialVersionUID = 1;

  @SuppressWarnings("serial")
  private final Object lock = new Object(); // shared: deserialisation sets it

  void use() {
    synchronized (lock) {
      hashCode();
    }
  }
}

class HasSerializedLock implements Serializable {
  private static final long serialVersionUID = 1;

  @SuppressWarnings("serial")
  private final Object lock = new Object(); // shared: deserialisation sets it

  void use() {
    synchronized (lock) {
      hashCode();
    }
  }
}

class HasPerhapsSerializedLock extends HasSerializedLock {
  private static final long serialVersionUID = 1;

  @SuppressWarnings("serial")
  private final Object extra = new Object(); // shared: deserialisation sets it

  @Override
  void use() {
    synchronized (extra) {
      hashCode();
    }
  }
}

final class HasNestMate {
  private final Object lock = new Object(); // shared: Mate may do anything with it

  void use() {
    synchronized (lock) {
      hashCode();
    }
  }

  static final class Mate {
    private final Object lock = new Object(); // shared: so may HasNestMate

    Object peek(HasNestMate host) {
      return host.lock;
    }
  }
}
