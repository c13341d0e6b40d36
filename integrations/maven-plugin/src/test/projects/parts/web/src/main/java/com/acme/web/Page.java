package com.acme.web;

import com.acme.core.Counter;

public class Page {
  private final Counter counter = new Counter();

  public synchronized String text() {
    return "page " + counter.next();
  }
}
