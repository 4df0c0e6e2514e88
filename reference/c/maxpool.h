/*
 * MaxPool in the SONNX profile: two spatial axes, row-major, floor mode, every attribute explicit.
 *
 * Contract, for each function that pools:
 *   - `call` says what is asked; the first clause that it breaks is the status that is returned, and then nothing
 *     was written. The statuses below are made from the labels of the clauses.
 *   - `X` points at dX[0] * dX[1] * dX[2] * dX[3] elements in row-major order. They are never written to.
 *   - `Y` and `Indices` point at as many elements as `maxpool_sizes` gives. They overlap neither `X` nor one another.
 *     `Indices` may be a null pointer: then Y alone is written.
 *   - With MAXPOOL_OK, every element of Y and Indices was written once, as the clauses say.
 * There is no allocation, no state and no recursion; the stack that is used does not depend on the call.
 *
 * C11, freestanding but for <stdint.h> and <stddef.h>. With -DMAXPOOL_WIDTH=32, sizes and attributes are int32_t: a
 * call whose quantities do not fit them has the status MAXPOOL_CAPACITY.
 */
#ifndef MAXPOOL_H
#define MAXPOOL_H

#include <stdint.h>

#ifndef MAXPOOL_WIDTH
#define MAXPOOL_WIDTH 64
#endif

#if MAXPOOL_WIDTH == 64
typedef int64_t maxpool_int;
#define MAXPOOL_MAX INT64_MAX
#elif MAXPOOL_WIDTH == 32
typedef int32_t maxpool_int;
#define MAXPOOL_MAX INT32_MAX
#else
#error "MAXPOOL_WIDTH is 32 or 64"
#endif

/* float16 as its bits: C11 has no such type. */
typedef uint16_t maxpool_float16;

/* statuses: made from the clauses by `make header`, do not edit */
typedef enum maxpool_status
{
    /* done */
    MAXPOOL_OK = 0,
    /* X.batch-and-channels: The numbers of batches and of channels are not negative. */
    MAXPOOL_X_BATCH_AND_CHANNELS = 1,
    /* X.spatial: Each spatial axis of X has at least one element. */
    MAXPOOL_X_SPATIAL = 2,
    /* auto_pad.domain: auto_pad is NOTSET, VALID, SAME_UPPER or SAME_LOWER. */
    MAXPOOL_AUTO_PAD_DOMAIN = 3,
    /* R3: auto_pad is NOTSET. */
    MAXPOOL_R3 = 4,
    /* ceil_mode.domain: ceil_mode is 0 or 1. */
    MAXPOOL_CEIL_MODE_DOMAIN = 5,
    /* R4: ceil_mode is 0. */
    MAXPOOL_R4 = 6,
    /* dilations.positive: Each dilation is at least 1. */
    MAXPOOL_DILATIONS_POSITIVE = 7,
    /* kernel_shape.positive: Each size of the kernel is at least 1. */
    MAXPOOL_KERNEL_SHAPE_POSITIVE = 8,
    /* pads.non-negative: No padding is negative. */
    MAXPOOL_PADS_NON_NEGATIVE = 9,
    /* storage_order.domain: storage_order is 0 (row major) or 1 (column major). */
    MAXPOOL_STORAGE_ORDER_DOMAIN = 10,
    /* R5: storage_order is 0. */
    MAXPOOL_R5 = 11,
    /* strides.positive: Each stride is at least 1. */
    MAXPOOL_STRIDES_POSITIVE = 12,
    /* Y.positive: Y has at least one element on each spatial axis: the dilated kernel fits in the padded input. */
    MAXPOOL_Y_POSITIVE = 13,
    /* windows.meet-input: Each window has at least one tap on an element of X. */
    MAXPOOL_WINDOWS_MEET_INPUT = 14,
    /* some quantity of the clauses does not fit maxpool_int; Indices.int64 is broken so alone */
    MAXPOOL_CAPACITY = 15
} maxpool_status;
/* end of statuses */

/* The attribute auto_pad, by the names that ONNX gives its values. */
typedef enum maxpool_auto_pad
{
    MAXPOOL_NOTSET = 0,
    MAXPOOL_VALID = 1,
    MAXPOOL_SAME_UPPER = 2,
    MAXPOOL_SAME_LOWER = 3
} maxpool_auto_pad;

/* A call: the shape of X (N, C, H, W), and each attribute. `pads` is begin, begin, end, end. */
typedef struct maxpool_call
{
    maxpool_int dX[4];
    int32_t auto_pad;
    int32_t ceil_mode;
    maxpool_int dilations[2];
    maxpool_int kernel_shape[2];
    maxpool_int pads[4];
    int32_t storage_order;
    maxpool_int strides[2];
} maxpool_call;

/* The shape of Y and of Indices; dY is written only with MAXPOOL_OK. */
maxpool_status maxpool_sizes(const maxpool_call *call, maxpool_int dY[4]);

maxpool_status maxpool_float16_pool(const maxpool_call *call, const maxpool_float16 *X, maxpool_float16 *Y, int64_t *Indices);
maxpool_status maxpool_float_pool(const maxpool_call *call, const float *X, float *Y, int64_t *Indices);
maxpool_status maxpool_double_pool(const maxpool_call *call, const double *X, double *Y, int64_t *Indices);
maxpool_status maxpool_int8_pool(const maxpool_call *call, const int8_t *X, int8_t *Y, int64_t *Indices);
maxpool_status maxpool_uint8_pool(const maxpool_call *call, const uint8_t *X, uint8_t *Y, int64_t *Indices);

#endif
