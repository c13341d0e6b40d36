// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

/** Requests over HTTP, a part of which is measured. */
public interface HttpLoad {

  /** Makes the requests; returns when the measured ones are answered or given up. */
  Measurement run(Moments moments) throws InterruptedException;

  /** Whoever looks at something else while the load is measured. */
  interface Moments {

    /** Nobody looks. */
    Moments NONE = new Moments() {};

    /** Measuring begins now. */
    default void begin() {}

    /** The time that is measured is over; answers may still be due. */
    default void end() {}

    /** Both, this one first. */
    default Moments and(Moments other) {
      var first = this;
      return new Moments() {
        @Override
        public void begin() {
          first.begin();
          other.begin();
        }

        @Override
        public void end() {
          first.end();
          other.end();
        }
      };
    }
  }
}
