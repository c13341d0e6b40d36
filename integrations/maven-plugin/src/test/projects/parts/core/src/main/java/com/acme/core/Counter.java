package com.acme.core;

public class Counter {
  private int count;

  public synchronized int next() {
    return ++count;
  }
}
