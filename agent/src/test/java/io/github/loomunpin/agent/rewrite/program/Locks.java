// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.program;

import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;

/**
 * What a program may lock. The static types decide what can be known at build time; how the plain
 * objects are locked is up to {@link Ledger}.
 */
@SuppressWarnings("JdkObsolete")
public final class Locks {

  /** Undecided, like {@link #other} and {@link #third}. */
  public final Object plain = new Object();

  public final Object other = new Object();
  public final Object third = new Object();

  /** Undecided, and virtual. */
  public final List<Object> list = new ArrayList<>();

  /** Undecided, and native. */
  public final Map<Object, Object> map = new Hashtable<>();

  /** Native. */
  public final Hashtable<Object, Object> table = new Hashtable<>();

  /** Virtual, like {@link #array}. */
  public final Bean bean = new Bean();

  public final int[] array = {1};

  /** Locking it throws. */
  public final Object none = null;

  /** A class of the application. */
  public static final class Bean {

    public int count;

    /** Adds one under the monitor of the bean, of a class that is not rewritten. */
    public int next() {
      return ++count;
    }
  }
}
