// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The test fails if no virtual thread pins its carrier while it runs, or if more do than are
 * allowed. So it tells when what is known to pin does so no more. Pins by class loading and class
 * initialization do not count.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(PinExtension.class)
public @interface ShouldPin {

  /** How many pins are allowed. */
  int atMost() default Integer.MAX_VALUE;

  /** Pins that take less than these milliseconds do not count. */
  long threshold() default 0;

  /** How often the test method runs before the run that counts, on the same instance. */
  int warmUp() default 0;
}
