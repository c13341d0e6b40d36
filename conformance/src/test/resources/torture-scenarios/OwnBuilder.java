// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import javax.management.MBeanServerBuilder;

/** Says which thread has made MBean servers its business. */
public final class OwnBuilder extends MBeanServerBuilder {
  public OwnBuilder() {
    System.out.println("OUT: builder made by " + Thread.currentThread().getName());
  }
}
