// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
module scenario.app {
  exports scenario.user;
}
