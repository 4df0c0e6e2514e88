/* MaxPool in the SONNX profile: see maxpool.h for the contract. The names are those of the clauses. */
#ifndef MAXPOOL_ELEMENT /* The checks, once. After them this file includes itself for each type of element. */

#include "maxpool.h"

#include <math.h>
#include <stddef.h>

#ifdef __FAST_MATH__
#error "without NaN and infinity there is no order of elements: compile without -ffast-math"
#endif

/* Whether a * b fits, for a and b of at least 0. */
static int product_fits(maxpool_int a, maxpool_int b)
{
    return (a == 0) || (b <= (MAXPOOL_MAX / a));
}

/* Whether the number of elements of a tensor fits, for sizes of at least 0. */
static int elements_fit(const maxpool_int size[4])
{
    int fits = product_fits(size[0], size[1]);

    if (fits) { fits = product_fits(size[0] * size[1], size[2]); }
    if (fits) { fits = product_fits(size[0] * size[1] * size[2], size[3]); }
    return fits;
}

/* Whether both values of a pair are at least `least`. */
static int at_least(const maxpool_int pair[2], maxpool_int least)
{
    return (pair[0] >= least) && (pair[1] >= least);
}

/* The clauses on X. */
static maxpool_status check_X(const maxpool_call *call)
{
    maxpool_status status = MAXPOOL_OK;

    if (!at_least(&call->dX[0], 0)) { status = MAXPOOL_X_BATCH_AND_CHANNELS; }
    else if (!at_least(&call->dX[2], 1)) { status = MAXPOOL_X_SPATIAL; }
    else if (!elements_fit(call->dX)) { status = MAXPOOL_CAPACITY; }
    else { /* X is as it has to be. */ }
    return status;
}

/* The clauses on each attribute alone, in the order of the specification. */
static maxpool_status check_attributes(const maxpool_call *call)
{
    maxpool_status status = MAXPOOL_OK;

    if ((call->auto_pad < 0) || (call->auto_pad > (int32_t)MAXPOOL_SAME_LOWER)) { status = MAXPOOL_AUTO_PAD_DOMAIN; }
    else if (call->auto_pad != (int32_t)MAXPOOL_NOTSET) { status = MAXPOOL_R3; }
    else if ((call->ceil_mode < 0) || (call->ceil_mode > 1)) { status = MAXPOOL_CEIL_MODE_DOMAIN; }
    else if (call->ceil_mode != 0) { status = MAXPOOL_R4; }
    else if (!at_least(call->dilations, 1)) { status = MAXPOOL_DILATIONS_POSITIVE; }
    else if (!at_least(call->kernel_shape, 1)) { status = MAXPOOL_KERNEL_SHAPE_POSITIVE; }
    else if (!at_least(&call->pads[0], 0) || !at_least(&call->pads[2], 0)) { status = MAXPOOL_PADS_NON_NEGATIVE; }
    else if ((call->storage_order < 0) || (call->storage_order > 1)) { status = MAXPOOL_STORAGE_ORDER_DOMAIN; }
    else if (call->storage_order != 0) { status = MAXPOOL_R5; }
    else if (!at_least(call->strides, 1)) { status = MAXPOOL_STRIDES_POSITIVE; }
    else { /* Each attribute is as it has to be. */ }
    return status;
}

/* Y's size on an axis: the number of windows that fit in the padded input. */
static maxpool_status size_of(const maxpool_call *call, int axis, maxpool_int *y)
{
    const maxpool_int x = call->dX[axis + 2];
    const maxpool_int pad_begin = call->pads[axis];
    const maxpool_int pad_end = call->pads[axis + 2];
    const maxpool_int dilation = call->dilations[axis];
    const maxpool_int steps = call->kernel_shape[axis] - 1;
    maxpool_status status = MAXPOOL_OK;

    *y = 0;
    if ((pad_begin > (MAXPOOL_MAX - x)) || (pad_end > (MAXPOOL_MAX - x - pad_begin))) { status = MAXPOOL_CAPACITY; }
    /* The extent is dilation * steps + 1; where it does not fit, it is larger than the padded input, which does. */
    else if (!product_fits(dilation, steps)) { status = MAXPOOL_Y_POSITIVE; }
    else if ((dilation * steps) >= (x + pad_begin + pad_end)) { status = MAXPOOL_Y_POSITIVE; }
    else { *y = (((x + pad_begin + pad_end) - 1 - (dilation * steps)) / call->strides[axis]) + 1; }
    return status;
}

/* Whether each of the y windows on an axis has a tap on an element of X: the weakest condition, proved as such. */
static int windows_meet_input(const maxpool_call *call, int axis, maxpool_int y)
{
    const maxpool_int x = call->dX[axis + 2];
    const maxpool_int pad_begin = call->pads[axis];
    const maxpool_int stride = call->strides[axis];
    const maxpool_int dilation = call->dilations[axis];
    /* No window ends before X, and none starts after it. */
    int meet = (pad_begin <= (dilation * (call->kernel_shape[axis] - 1))) && (((y - 1) * stride) < (x + pad_begin));

    if (dilation > x)
    {
        /*
         * The taps of a window that starts before X may step over it. Where window m enters X has a period in m, and
         * within one no place comes twice: x of the dilation's places are in X, so x + 1 windows tell of all.
         */
        for (maxpool_int m = 0; meet && (m <= x) && (m < y) && ((m * stride) < pad_begin); ++m)
        {
            const maxpool_int beyond = (pad_begin - (m * stride)) % dilation;

            meet = (beyond == 0) || ((dilation - beyond) < x);
        }
    }
    return meet;
}

maxpool_status maxpool_sizes(const maxpool_call *call, maxpool_int dY[4])
{
    maxpool_int size[4] = {call->dX[0], call->dX[1], 0, 0};
    maxpool_status status = check_X(call);

    if (status == MAXPOOL_OK) { status = check_attributes(call); }
    if (status == MAXPOOL_OK) { status = size_of(call, 0, &size[2]); }
    if (status == MAXPOOL_OK) { status = size_of(call, 1, &size[3]); }
    if ((status == MAXPOOL_OK) && !(windows_meet_input(call, 0, size[2]) && windows_meet_input(call, 1, size[3])))
    {
        status = MAXPOOL_WINDOWS_MEET_INPUT;
    }
    if ((status == MAXPOOL_OK) && !elements_fit(size)) { status = MAXPOOL_CAPACITY; }
    if (status == MAXPOOL_OK)
    {
        for (int i = 0; i < 4; ++i) { dY[i] = size[i]; }
    }
    return status;
}

/* NaN counts as -inf (clause NaN.as-minus-infinity). */
static float value_float(float element)
{
    return isnan(element) ? -INFINITY : element;
}

static double value_double(double element)
{
    return isnan(element) ? (double)-INFINITY : element;
}

/* The same for float16: of a NaN, the bits without the sign are above those of infinity. */
static maxpool_float16 value_float16(maxpool_float16 bits)
{
    return ((bits & 0x7FFFu) > 0x7C00u) ? (maxpool_float16)0xFC00u : bits;
}

/* Integers in the order of the float16 that have these bits; both zeros are 0 (clause zeros.equal). */
static int32_t key_float16(maxpool_float16 bits)
{
    const int32_t magnitude = (int32_t)(bits & 0x7FFFu);

    return ((bits & 0x8000u) != 0u) ? -magnitude : magnitude;
}

#define MAXPOOL_JOIN_(type, name) maxpool_##type##_##name
#define MAXPOOL_JOIN(type, name) MAXPOOL_JOIN_(type, name)
#define MAXPOOL_OF(name) MAXPOOL_JOIN(MAXPOOL_TYPE, name)

/* For each type: its name, its C type, the element that one counts as, and what elements are compared by. */

#define MAXPOOL_TYPE float16
#define MAXPOOL_ELEMENT maxpool_float16
#define MAXPOOL_VALUE(element) value_float16(element)
#define MAXPOOL_KEY(element) key_float16(element)
#include "maxpool.c"

#define MAXPOOL_TYPE float
#define MAXPOOL_ELEMENT float
#define MAXPOOL_VALUE(element) value_float(element)
#define MAXPOOL_KEY(element) (element)
#include "maxpool.c"

#define MAXPOOL_TYPE double
#define MAXPOOL_ELEMENT double
#define MAXPOOL_VALUE(element) value_double(element)
#define MAXPOOL_KEY(element) (element)
#include "maxpool.c"

#define MAXPOOL_TYPE int8
#define MAXPOOL_ELEMENT int8_t
#define MAXPOOL_VALUE(element) (element)
#define MAXPOOL_KEY(element) (element)
#include "maxpool.c"

#define MAXPOOL_TYPE uint8
#define MAXPOOL_ELEMENT uint8_t
#define MAXPOOL_VALUE(element) (element)
#define MAXPOOL_KEY(element) (element)
#include "maxpool.c"

#else /* The body, for one type of element. */

/* For a call that meets the clauses: each window's first maximum, over the taps that fall on an element of X. */
static void MAXPOOL_OF(windows)(
    const MAXPOOL_ELEMENT *X,
    MAXPOOL_ELEMENT *Y,
    int64_t *Indices,
    const maxpool_int dX[4],
    const maxpool_int dY[4],
    const maxpool_int dilations[2],
    const maxpool_int kernel_shape[2],
    const maxpool_int pads[4],
    const maxpool_int strides[2])
{
    for (maxpool_int b = 0; b < dX[0]; ++b)
    {
        for (maxpool_int c = 0; c < dX[1]; ++c)
        {
            for (maxpool_int m = 0; m < dY[2]; ++m)
            {
                for (maxpool_int n = 0; n < dY[3]; ++n)
                {
                    const maxpool_int cell = ((((b * dX[1]) + c) * dY[2]) + m) * dY[3] + n;
                    MAXPOOL_ELEMENT best = 0;
                    maxpool_int index = -1;

                    for (maxpool_int h = 0; h < kernel_shape[0]; ++h)
                    {
                        const maxpool_int row = (m * strides[0]) + (h * dilations[0]) - pads[0];

                        for (maxpool_int w = 0; w < kernel_shape[1]; ++w)
                        {
                            const maxpool_int column = (n * strides[1]) + (w * dilations[1]) - pads[1];

                            if ((row >= 0) && (row < dX[2]) && (column >= 0) && (column < dX[3]))
                            {
                                const maxpool_int here = ((((b * dX[1]) + c) * dX[2]) + row) * dX[3] + column;
                                const MAXPOOL_ELEMENT element = MAXPOOL_VALUE(X[here]);

                                if ((index < 0) || (MAXPOOL_KEY(element) > MAXPOOL_KEY(best)))
                                {
                                    best = element;
                                    index = here;
                                }
                            }
                        }
                    }
                    Y[cell] = best;
                    if (Indices != NULL) { Indices[cell] = index; }
                }
            }
        }
    }
}

maxpool_status MAXPOOL_OF(pool)(const maxpool_call *call, const MAXPOOL_ELEMENT *X, MAXPOOL_ELEMENT *Y, int64_t *Indices)
{
    maxpool_int dY[4] = {0, 0, 0, 0};
    const maxpool_status status = maxpool_sizes(call, dY);

    if (status == MAXPOOL_OK)
    {
        MAXPOOL_OF(windows)(
            X, Y, Indices, call->dX, dY, call->dilations, call->kernel_shape, call->pads, call->strides);
    }
    return status;
}

#undef MAXPOOL_TYPE
#undef MAXPOOL_ELEMENT
#undef MAXPOOL_VALUE
#undef MAXPOOL_KEY

#endif
