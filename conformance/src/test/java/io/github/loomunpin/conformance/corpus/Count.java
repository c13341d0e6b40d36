// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

/** What is counted for each artifact. */
enum Count {
  CLASSES,
  /** Class files in bytes. */
  BYTES,
  /** Classes that the JDK has too, so that an application never gets the artifact's. */
  SHADOWED,
  CLASSES_WITH_SITES,
  CLASSES_CHANGED,
  /** Class files of {@link #CLASSES_CHANGED} in bytes. */
  BYTES_CHANGED,
  METHODS_CHANGED,
  NANOS_ALL,
  NANOS_CHANGED,

  SYNCHRONIZED_METHODS,
  BLOCKS,
  ENTER_VIRTUAL,
  ENTER_AT_RUN_TIME,
  /** The sites of {@link #ENTER_AT_RUN_TIME} that are in methods with a conditional monitor. */
  ENTER_SLOW,
  ENTER_NATIVE,
  /** Left native although it would be safe to convert. */
  ENTER_LEFT,

  CALLS,
  CALLS_VIRTUAL,
  CALLS_AT_RUN_TIME,
  CALLS_NATIVE,

  /** Rewritten once more by what a cache had kept of the first time. */
  CACHED,
  VERIFIED,
  /** Not verifiable, before and after, because classes are missing. */
  UNVERIFIABLE,
  /** Refused by the verifier, before and after. */
  BROKEN_BEFORE,
  METHODS_CHECKED,
  /** Class files into which JaCoCo put probes, those it did before and after the rewriting. */
  INSTRUMENTED,
  /** Changed methods whose debug tables and declarations were compared. */
  TABLES_CHECKED,
  /** Not to be checked by ASM because classes are missing, or wrong before as well. */
  METHODS_UNCHECKABLE,

  COMPILED_C1,
  COMPILED_C2,
  /** Refused by the compilers before and after. */
  REFUSED_BEFORE,
  /** Methods in classes that cannot be loaded even with stand-ins for what is missing. */
  NOT_COMPILED,
  /** More than 8000 bytes of code, before and after. */
  HUGE_BEFORE
}
