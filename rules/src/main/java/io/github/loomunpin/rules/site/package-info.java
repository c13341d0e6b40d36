// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * The places in bytecode that enter, wait on or notify a monitor. {@link
 * io.github.loomunpin.rules.site.SiteScanner} finds those of a class, with the regions in which the
 * monitor is held and with the decisions. Whatever needs the bytecode indexes of instructions reads
 * a {@link io.github.loomunpin.rules.site.BciClass}, except for the call graph of the analyzer,
 * which makes no trees.
 *
 * <p>Imports: rules.classfile, rules.flow, rules.member, rules.mode, rules.operand.
 */
package io.github.loomunpin.rules.site;
