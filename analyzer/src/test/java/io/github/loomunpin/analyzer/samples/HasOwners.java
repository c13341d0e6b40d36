// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.samples;

/** Threads in it hold monitors of one type or of several. */
public final class HasOwners {

  /** What is locked. */
  public static class Node {

    public synchronized void use() {
      Thread.onSpinWait();
    }
  }

  /** Its monitor is that of a node as well. */
  public static final class Leaf extends Node {

    public synchronized void useLeaf() {
      Thread.onSpinWait();
    }
  }

  /** Its monitor is never that of a node. */
  public static final class Other {

    public synchronized void use() {
      Thread.onSpinWait();
    }
  }

  private static final Node ROOT = new Node();
  private static final Node LEAF = new Leaf();

  private HasOwners() {}

  static void root() {
    synchronized (ROOT) {
      leaf();
    }
  }

  static void leaf() {
    synchronized (LEAF) {
      Thread.onSpinWait();
    }
  }

  static void again(int times) {
    synchronized (LEAF) {
      if (times > 0) {
        again(times - 1);
      }
      Thread.onSpinWait();
    }
  }

  static void visitsLeaf() {
    visit(LEAF);
  }

  static void visit(Node node) {
    synchronized (node) {
      Thread.onSpinWait();
    }
  }
}
