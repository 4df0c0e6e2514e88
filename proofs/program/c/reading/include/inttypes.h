/* Integers of fixed width. */
#pragma once
#include <stdint.h>
